import type { Feature, Timeline, TimelineEntry, TimelineKind, TimelineQuery } from "@offhook/contract";
import type { Actor } from "../../platform/actor.ts";

/** Whose timeline it is. */
export interface TimelineSubject {
  /** Keys of all the contact's numbers (see `directoryKey`): digits with the country code, extensions as they are. */
  readonly numbers: readonly string[];
  /** Of a colleague, for chats and tasks. */
  readonly userId: number | undefined;
}

/** A place in the timeline: everything behind it is older, or the same age with a smaller kind and id. */
interface TimelinePosition {
  readonly time: number;
  readonly kind: string;
  readonly id: string;
}

/**
 * What a feature adds to the timelines of contacts. It shows only what the actor may see anyway: calls of their lines,
 * conversations of their SMS lines and so on.
 */
export interface TimelineSource {
  readonly kind: TimelineKind;
  /** The feature it belongs to: whoever has it switched off sees nothing of it. Left out, everybody has it. */
  readonly feature?: Feature;
  /**
   * The newest entries at or before `before.time`, newest first, at most `limit`. An entry at exactly that time may be
   * repeated: the timeline drops what the reader has had. Left out, `before` means now.
   */
  list(
    actor: Actor,
    subject: TimelineSubject,
    page: { readonly before: TimelinePosition | undefined; readonly limit: number },
  ): Promise<TimelineEntry[]>;
}

/** Merges what the features contribute into one stream, newest first. */
export async function readTimeline(
  all: readonly TimelineSource[],
  actor: Actor,
  subject: TimelineSubject,
  query: Pick<TimelineQuery, "before" | "kinds" | "limit">,
): Promise<Timeline> {
  const sources = all.filter(({ feature }) => feature === undefined || actor.features.has(feature));
  const wanted = query.kinds ? sources.filter(({ kind }) => query.kinds?.includes(kind)) : sources;
  const before = query.before === undefined ? undefined : parsePosition(query.before);
  const isNobody = subject.numbers.length === 0 && subject.userId === undefined;
  // One more than shown tells whether there is a next page; those of the same moment may come again.
  const page = { before, limit: query.limit + 1 + SAME_MOMENT };
  const lists = isNobody ? [] : await Promise.all(wanted.map((source) => source.list(actor, subject, page)));
  const entries = lists
    .flat()
    .filter((entry) => before === undefined || compare(before, entry) < 0)
    .sort(compare);
  const shown = entries.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    entries: shown,
    next: entries.length > shown.length && last ? `${last.time}.${last.kind}.${last.id}` : null,
    kinds: [...new Set(sources.map(({ kind }) => kind))],
  };
}

const SAME_MOMENT = 20;

/** Newest first; of one moment in a fixed order, so that pages neither repeat nor lose anything. */
function compare(first: TimelinePosition, second: TimelinePosition): number {
  return second.time - first.time || order(second.kind, first.kind) || order(second.id, first.id);
}

function order(first: string, second: string): number {
  return first === second ? 0 : first < second ? -1 : 1;
}

function parsePosition(text: string): TimelinePosition {
  const [time = "0", kind = "", ...id] = text.split(".");
  return { time: Number(time), kind, id: id.join(".") };
}
