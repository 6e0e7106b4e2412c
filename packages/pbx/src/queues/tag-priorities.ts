import type { Clock } from "@offhook/kernel";
import type { CallId } from "../calls/call-ids.ts";
import type { CompanyId, QueueId, TagPriority } from "../dialplan/company-config.ts";
import type { CallerTags } from "../ports/caller-tags.ts";
import type { PbxLog } from "../ports/pbx-log.ts";

export interface QueueEntry {
  readonly companyId: CompanyId;
  readonly callId: CallId;
  readonly queueId: QueueId;
}

export interface TagLookup {
  readonly clock: Clock;
  /** Undefined where nobody knows tags. */
  readonly callerTags: CallerTags | undefined;
  readonly log: PbxLog;
  /** Undefined for callers who hide it, and for colleagues. */
  readonly number: string | undefined;
  readonly priorities: readonly TagPriority[];
}

/** Later than this the caller's place is not changed any more. */
const PATIENCE_MS = 300;

/** Asks for the tags of somebody who waits already: however long that takes, nobody is held up by it. */
export function lookUpTags(
  { clock, callerTags, log, number, priorities }: TagLookup,
  entry: QueueEntry,
  onFound: (found: TagPriority) => void,
): void {
  if (!callerTags || number === undefined || priorities.length === 0) return;
  let isLate = false;
  const cancel = clock.schedule(PATIENCE_MS, () => {
    isLate = true;
    log.warn("The tags of a caller were not found in time", { ...entry });
  });
  const take = (tags: readonly string[]): void => {
    const found = isLate ? undefined : highestOf(priorities, tags);
    if (found) onFound(found);
  };
  callerTags
    .tagsOf(entry.companyId, number)
    .finally(cancel)
    .then(take)
    .catch((error: unknown) => {
      log.warn("The tags of a caller could not be found", { ...entry, error: String(error) });
    });
}

function highestOf(priorities: readonly TagPriority[], tags: readonly string[]): TagPriority | undefined {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return priorities
    .filter(({ tag }) => known.has(tag.toLowerCase()))
    .toSorted((one, other) => other.priority - one.priority)[0];
}
