import type { LiveCall } from "@offhook/contract";
import { expect, test } from "vitest";
import { aRow, LINE } from "../../testing/model-builders.ts";
import { emptyModel } from "../phone-model.ts";
import { isTalk } from "./active-call.ts";
import { viewCalls } from "./call-views.ts";

const situationsOf = (...rows: readonly LiveCall[]) =>
  viewCalls({ ...emptyModel("tab"), lists: new Map([[LINE, rows]]) }).map((call) =>
    isTalk(call) ? call.situation : undefined,
  );

test.each([
  ["a talk is a talk", aRow(), undefined],
  ["held by the other end", aRow({ status: "hold" }), "held"],
  ["who holds is not held", aRow({ status: "hold", holding: true }), undefined],
  ["the own mailbox", aRow({ status: "application", application: "mailbox" }), "mailbox"],
  ["somebody's voicemail", aRow({ status: "application", application: "voicemail" }), "voicemail"],
  ["in a conference of the other end", aRow({ conference: "c-1" }), "conference"],
  ["held in a conference", aRow({ conference: "c-1", status: "hold" }), "held"],
  ["parked", aRow({ status: "parked" }), "parked"],
  ["one that still rings", aRow({ status: "ringing" }), undefined],
] as const)("[CALL11] %s", (_what, row, situation) => {
  expect(situationsOf(row)).toEqual([situation]);
});

test("[CALL11] the user's own conference is told by its name", () => {
  const joined = { conference: "c-1" };
  const rows = [aRow(joined), aRow({ ...joined, callid: "call-2", channel: "channel-2" })];
  expect(situationsOf(...rows)).toEqual([undefined, undefined]);
});
