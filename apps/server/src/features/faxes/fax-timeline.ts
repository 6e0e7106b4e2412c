import type { Fax, TimelineEntry } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { TimelineSource } from "../contacts/index.ts";
import { listOwnFaxLines } from "./fax-line-repository.ts";
import { faxLists } from "./fax-repository.ts";
import { readFaxes } from "./fax-view-repository.ts";

/** Faxes of the user's lines, in the timelines of the people they came from or went to. */
export function createFaxTimeline(database: Database): TimelineSource {
  return {
    kind: "fax",
    feature: "fax",
    async list(actor, { numbers }, { before, limit }) {
      const { query } = database;
      const lines = await listOwnFaxLines(query, actor);
      const ids = await faxLists.listIdsWith(
        query,
        { ...actor, lineIds: lines.map(({ id }) => id) },
        { numbers, until: before && new Date(before.time), limit },
      );
      return (await readFaxes(query, actor.customerId, ids)).map(toEntry);
    },
  };
}

function toEntry(fax: Fax): TimelineEntry {
  const { id, mailbox, dir, name, pages, subject, time_ms, dlr_status } = fax;
  const isSent = dir === "SENT";
  return {
    kind: "fax",
    id,
    time: time_ms,
    dir: isSent ? "out" : "in",
    number: isSent ? fax.called : fax.callerId,
    title: "Fax",
    subtitle: [`${pages} ${pages === 1 ? "page" : "pages"}`, name, subject].filter(Boolean).join(" · "),
    status: statusOf(fax.new, dlr_status),
    to: `/faxes/${encodeURIComponent(mailbox)}/${encodeURIComponent(id)}/${dir}`,
  };
}

function statusOf(isNew: boolean, status: number): string {
  if (status < 0) return "sending";
  if (status > 0) return "failed";
  return isNew ? "new" : "";
}
