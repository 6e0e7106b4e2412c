import { randomUUID } from "node:crypto";
import type { faxEvents } from "@offhook/contract";
import { expect, vi } from "vitest";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import { type LiveWorld, WAIT } from "./live-world.ts";

/** A fax from one line of the company to the other needs no carrier, and Maya reads both lines. */
export function faxCases(live: LiveWorld): CasesOf<typeof faxEvents> {
  const { client } = live.maya;
  const view = views.faxes;
  const [from, to] = views.FAX_LINES;
  const place = async () => {
    const { mailbox, id } = await live.receivedFax();
    return { mailbox, id };
  };
  const received = async () => (await client.getFaxes({ query: { dir: "INBOX" } })).length;
  /** Until it has arrived, or the next case would hear of that. */
  const sendAgain = async () => {
    const before = await received();
    const body = { ...(await place()), uuid: randomUUID(), from, to: [{ number: to }] };
    await client.sendFaxAgain({ body });
    await vi.waitFor(async () => expect(await received()).toBe(before + 1), WAIT);
  };
  return {
    FAX_NEW: { view, change: sendAgain },
    FAX_DLR: { view, change: sendAgain },
    FAX_CHANGED: {
      view,
      prepare: () => client.markRead({ body: { type: "fax" } }),
      change: async () => {
        const { mailbox: line, id } = await place();
        await client.markUnread({ body: { type: "fax", line, ids: [id] } });
      },
    },
    FAX_DELETED: { view, change: async () => client.deleteFax({ query: await place() }) },
    FAX_BOX: {
      reads: () => client.getFaxBoxes(),
      change: async () => {
        const own = (await client.getFaxBoxes()).find(({ manageable }) => manageable);
        await client.updateFaxBox({ body: { mailbox: own?.mailbox ?? "", mail: own?.mail !== true } });
      },
    },
  };
}
