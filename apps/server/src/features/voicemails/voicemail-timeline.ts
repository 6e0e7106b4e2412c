import type { TimelineEntry, Voicemail } from "@offhook/contract";
import { clockDuration } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { TimelineSource } from "../contacts/index.ts";
import { listOwnMailboxes } from "./mailbox-access-repository.ts";
import { voicemailLists } from "./voicemail-repository.ts";
import { readVoicemails } from "./voicemail-view-repository.ts";

/** Messages in the user's boxes, in the timelines of the people who left them. */
export function createVoicemailTimeline(database: Database): TimelineSource {
  return {
    kind: "voicemail",
    feature: "voicemail",
    async list(actor, { numbers }, { before, limit }) {
      const { query } = database;
      const boxes = await listOwnMailboxes(query, actor);
      const ids = await voicemailLists.listIdsWith(
        query,
        { ...actor, lineIds: boxes.map(({ id }) => id) },
        { numbers, until: before && new Date(before.time), limit },
      );
      return (await readVoicemails(query, actor.customerId, ids)).map(toEntry);
    },
  };
}

function toEntry(voicemail: Voicemail): TimelineEntry {
  const { id, mailbox, dir, name, callerId, time_ms, duration, transcription } = voicemail;
  return {
    kind: "voicemail",
    id,
    time: time_ms,
    dir: "in",
    number: callerId,
    title: "Voicemail",
    subtitle: [clockDuration(duration), name, transcription].filter(Boolean).join(" · "),
    status: voicemail.new ? "new" : "",
    to: `/voicemails/${encodeURIComponent(mailbox)}/${encodeURIComponent(id)}/${dir}`,
  };
}
