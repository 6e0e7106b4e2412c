import { Button } from "@mantine/core";
import type { FoundSms } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { EmptyState, ListSkeleton, LoadError, RowBoundary, useLoadingShown } from "@offhook/ui";
import { dateWords } from "@offhook/ui/format";
import { excerptOf, HighlightedText, SearchHighlight } from "@offhook/ui/text";
import { useRouter } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { ConversationRow } from "../list/conversation-row.tsx";
import { useLineName } from "../use-text-messages.ts";
import classes from "./message-results.module.css";
import { useMessageSearch } from "./use-message-search.ts";

const SKELETON_ROW = 76;

export interface MessageResultsProps {
  readonly typed: string;
  readonly now: number;
}

/** In place of the list while something is looked for: people first, then what was written. */
export function MessageResults({ typed, now }: MessageResultsProps): ReactNode {
  const { term, conversations, messages, status, retry, more } = useMessageSearch(typed);
  const isEmpty = conversations.length + messages.length === 0;
  const isLoading = useLoadingShown(status === "loading" && isEmpty);
  if (isLoading) return <ListSkeleton rowHeight={SKELETON_ROW} />;
  if (status === "failed") return <LoadError onRetry={retry}>Search failed. Try again later</LoadError>;
  if (isEmpty) {
    return <EmptyState icon={SearchX}>Nothing found for “{term}” in your messages.</EmptyState>;
  }
  return (
    <SearchHighlight query={term}>
      <section className={classes.results} aria-label="Found messages" aria-busy={status === "loading"}>
        {conversations.length > 0 && (
          <Block title="Conversations">
            {conversations.map((conversation) => (
              <li key={conversation.lid}>
                <RowBoundary item={conversation}>
                  <ResultLink to={paths.conversation(conversation.smsLine, conversation.id)}>
                    <ConversationRow conversation={conversation} now={now} showsLine />
                  </ResultLink>
                </RowBoundary>
              </li>
            ))}
          </Block>
        )}
        {messages.length > 0 && (
          <Block title="Messages">
            {messages.map((message) => (
              <li key={message.id}>
                <RowBoundary item={message}>
                  <ResultLink to={paths.foundMessage(message, term)}>
                    <FoundMessage message={message} term={term} now={now} />
                  </ResultLink>
                </RowBoundary>
              </li>
            ))}
          </Block>
        )}
        {more && (
          <Button className={classes.more} variant="subtle" size="xs" onClick={more}>
            Show more
          </Button>
        )}
      </section>
    </SearchHighlight>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
    </>
  );
}

function ResultLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  const router = useRouter();
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(to);
  };
  return (
    <a className={classes.result} href={to} onClick={open}>
      {children}
    </a>
  );
}

interface FoundMessageProps {
  readonly message: FoundSms;
  readonly term: string;
  readonly now: number;
}

function FoundMessage({ message, term, now }: FoundMessageProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const caller = useCaller(message.conversation);
  const line = useLineName(message.smsLine);
  return (
    <div className={classes.found}>
      <div className={classes.head}>
        <span className={classes.name}>{caller.name ?? formatPhone(message.conversation)}</span>
        <time className={classes.time}>{dateWords({ at: message.time, now, timeZone })}</time>
      </div>
      <div className={classes.text} dir="auto">
        <HighlightedText text={excerptOf(message.text, term)} />
      </div>
      <div className={classes.foot}>
        {line} · {originOf(message)}
      </div>
    </div>
  );
}

function originOf({ kind, direction, sent_by_name }: FoundSms): string {
  if (direction === "in" && kind === "text") return "Received";
  const by = sent_by_name || "the system";
  return kind === "comment" ? `Comment by ${by}` : `Sent by ${by}`;
}
