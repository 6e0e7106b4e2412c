import type { TimelineEntry } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { listTextsWith, type TimelineText } from "./timeline-repository.ts";

interface TimelinePage {
  readonly before: { readonly time: number } | undefined;
  readonly limit: number;
}

/** Texts of the user's lines, in the timelines of the people they wrote with. */
export function createSmsTimeline(database: Database) {
  return {
    kind: "sms" as const,
    feature: "messaging" as const,
    async list(
      actor: Actor,
      { numbers }: { readonly numbers: readonly string[] },
      { before, limit }: TimelinePage,
    ): Promise<TimelineEntry[]> {
      const until = before && new Date(before.time);
      const texts = await listTextsWith(database.query, actor, { numbers, until, limit });
      return texts.map(toEntry);
    },
  };
}

function toEntry(text: TimelineText): TimelineEntry {
  const isIncoming = text.direction === "in";
  return {
    kind: "sms",
    id: String(text.id),
    time: text.at.getTime(),
    dir: isIncoming ? "in" : "out",
    number: text.number,
    title: isIncoming ? "Text received" : "Text sent",
    subtitle: text.text.replace(/\s+/g, " ").trim() || (text.has_media ? "Attachment" : ""),
    status: text.status ?? (text.is_new ? "new" : ""),
    to: `/messages/${encodeURIComponent(text.number)}/${encodeURIComponent(text.line)}`,
  };
}
