import { clear, createStore, keys, set } from "idb-keyval";
import { expect, test } from "vitest";
import { openFakeTab } from "../../../testing/fake-browser.ts";
import { openTextOutbox } from "./text-outbox.ts";

test("[OUT11] texts that an older console has left are shown, sent in order and forgotten", async () => {
  const userId = 4711;
  const store = createStore(`offhook-outbox-${userId}`, "texts");
  await clear(store);
  const old = (mId: string, createdAt: number, state: object) => ({
    version: 1,
    text: {
      mId,
      key: `00${createdAt}-000001-${mId}`,
      smsLine: "12125550110",
      receiver: "12125550177",
      text: mId,
      files: [],
      createdAt,
      state,
      failures: 0,
    },
  });
  const left = [
    old("two", 2, { name: "waiting" }),
    old("one", 1, { name: "waiting" }),
    old("no", 3, { name: "refused", reason: "They said STOP." }),
  ];
  for (const each of left) await set(each.text.key, each, store);
  const sent: string[] = [];
  const outbox = openTextOutbox(openFakeTab().browser, userId, async ({ id }) => void sent.push(id));
  await outbox.start();
  await expect.poll(() => sent).toEqual(["one", "two"]);
  await expect
    .poll(() => outbox.state.getState())
    .toMatchObject([{ id: "no", text: "no", state: { name: "refused", reason: "They said STOP." } }]);
  await outbox.discard(outbox.state.getState()[0]?.key ?? "");
  expect(await keys(store)).toEqual([]);
  outbox.stop();
});
