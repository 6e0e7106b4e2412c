import type { CallRecord } from "@offhook/contract";
import { DetailEntries, DetailEntry, DetailSection } from "@offhook/ui/detail";
import { timeLabel } from "@offhook/ui/format";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "../../../../platform/api/queries.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useUser } from "../../../session/index.ts";
import { callEntry } from "../call-entry.ts";
import { CallIcon } from "../call-icon.tsx";
import { isHiddenNumber } from "../caller-text.ts";
import { useCallHistoryState } from "../store/history-context.ts";

const SHOWN = 5;

export interface EarlierCallsProps {
  readonly record: CallRecord;
  readonly name: string | null;
}

/** What else there was with the same party. */
export function EarlierCalls({ record, name }: EarlierCallsProps): ReactNode {
  const { client, browser } = usePlatform();
  const { id: ownUserId, effective_timezone: timeZone } = useUser();
  // A new call with anybody may be one with this caller.
  const newest = useCallHistoryState(({ lists }) => lists.all?.rows[0]?.id);
  const { data = [] } = useQuery({
    queryKey: ["calls-with", record.number, newest],
    queryFn: () => client.listCallRecords({ query: { number: record.number, limit: SHOWN + 1 } }),
    enabled: !isHiddenNumber(record.number),
    placeholderData: (before) => before,
  });
  const others = data.filter(({ id }) => id !== record.id).slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <DetailSection label="Other calls">
      <DetailEntries>
        {others.map((other) => {
          const entry = callEntry(other, name, ownUserId);
          return (
            <li key={other.id}>
              <Link to="/calls/$id" params={{ id: other.id }}>
                <DetailEntry
                  icon={<CallIcon entry={entry} />}
                  when={timeLabel({ at: other.time * 1000, now: browser.clock.now(), timeZone })}
                >
                  {entry.subtitle}
                </DetailEntry>
              </Link>
            </li>
          );
        })}
      </DetailEntries>
    </DetailSection>
  );
}
