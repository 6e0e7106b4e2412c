import type { FoundTeamsMessage } from "@offhook/contract";
import { LoadError, RowBoundary } from "@offhook/ui";
import { dateWords } from "@offhook/ui/format";
import { excerptOf, HighlightedText, SearchHighlight } from "@offhook/ui/text";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSettled } from "../../../platform/rendering/use-settled.ts";
import { useUser } from "../../session/index.ts";
import { useTeamsState } from "../teams-context.ts";
import type { Names } from "../topic/use-names.ts";
import classes from "./message-results.module.css";

/** Found messages at a time. */
const PAGE_SIZE = 12;
const SHORTEST = 2;

export interface MessageResultsProps {
  readonly filter: string;
  readonly names: Names;
}

/** Messages of all topics that hold the words; each opens its topic where it stands. */
export function MessageResults({ filter, names }: MessageResultsProps): ReactNode {
  const term = useSettled(filter.trim());
  const { client } = usePlatform();
  const { data, isError, refetch } = useQuery({
    queryKey: ["teamsSearch", term],
    queryFn: () => client.searchTeams({ query: { Term: term, From: 0, Size: PAGE_SIZE } }),
    enabled: term.length >= SHORTEST,
  });
  if (filter.trim().length < SHORTEST) return null;
  return (
    <section className={classes.results} aria-label="Found messages">
      <h2 className={classes.title}>Messages{data ? ` (${data.total})` : ""}</h2>
      {isError && <LoadError onRetry={() => void refetch()}>The search did not work.</LoadError>}
      {data?.total === 0 && <p className={classes.none}>No messages found.</p>}
      <SearchHighlight query={term}>
        <ul className={classes.list}>
          {data?.messages.map((message) => (
            <li key={`${message.topic}:${message.seq}`}>
              <RowBoundary item={message}>
                <Result message={message} term={term} names={names} />
              </RowBoundary>
            </li>
          ))}
        </ul>
      </SearchHighlight>
    </section>
  );
}

interface ResultProps {
  readonly message: FoundTeamsMessage;
  readonly term: string;
  readonly names: Names;
}

function Result({ message, term, names }: ResultProps): ReactNode {
  const router = useRouter();
  const { clock } = usePlatform().browser;
  const { effective_timezone: timeZone } = useUser();
  const topic = useTeamsState((state) => state.topics.get(message.topic)?.topic);
  const { seq, reply, ts } = message;
  const place = reply === null ? { seq: `${seq}` } : { seq: `${reply}`, reply: `${seq}` };
  return (
    <button
      type="button"
      className={classes.result}
      onClick={() => router.history.push(paths.foundInChat(message.topic, { search: term, ...place }))}
    >
      <span className={classes.head}>
        <span className={classes.from}>{names.nameOf(message.from)}</span>
        {topic?.isGroup && <span className={classes.topic}>in {names.topicName(topic)}</span>}
        <time className={classes.time}>{dateWords({ at: Date.parse(ts), now: clock.now(), timeZone })}</time>
      </span>
      <span className={classes.text}>
        <HighlightedText text={excerptOf(message.text, term)} />
      </span>
    </button>
  );
}
