import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../../platform/live/event-log.ts";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { Drafts } from "./drafts.ts";

const address = { sms_line: "12125550110", conversation: "12125550177" };

/** A page of a browser whose service has one draft, and is out of reach when told so. */
function aPage(store: MemoryStore, { isAway = false } = {}) {
  const clock = new FakeClock();
  const saved: string[] = [];
  const service = { isAway };
  const drafts = new Drafts({
    api: {
      drafts: async () => [{ ...address, msgdata: "from before", time: 0 }],
      saveDraft: async ({ msgdata }) => {
        if (service.isAway) throw new Error("Away");
        saved.push(msgdata);
      },
    },
    log: new EventLog(),
    clock,
    store,
    userId: 7,
    onFailed: () => {},
  });
  return { drafts, clock, saved, service };
}

test("[DRA3] what was typed a moment before the page was killed is there on the next one, and saved", async () => {
  const store = new MemoryStore();
  const killed = aPage(store);
  await killed.drafts.load();
  killed.drafts.write(address, "I am on my w");
  const next = aPage(store);
  await next.drafts.load();
  expect(next.drafts.textOf(address)).toBe("I am on my w");
  next.clock.advance(500);
  expect(next.saved).toEqual(["I am on my w"]);
  await expect.poll(() => store.keys()).toEqual([]);
});

test("[DRA3] a draft that was sent does not come back because the page went before the service knew", async () => {
  const store = new MemoryStore();
  const gone = aPage(store, { isAway: true });
  await gone.drafts.load();
  gone.drafts.write(address, "");
  const next = aPage(store);
  await next.drafts.load();
  expect(next.drafts.textOf(address)).toBe("");
  next.clock.advance(500);
  expect(next.saved).toEqual([""]);
});

test("[DRA3] without a network it is kept, and saved when there is one", async () => {
  const { drafts, clock, saved, service } = aPage(new MemoryStore(), { isAway: true });
  await drafts.load();
  drafts.write(address, "Later");
  clock.advance(500);
  await expect.poll(() => drafts.textOf(address)).toBe("Later");
  service.isAway = false;
  await drafts.load();
  expect(drafts.textOf(address)).toBe("Later");
  clock.advance(500);
  expect(saved).toEqual(["Later"]);
});
