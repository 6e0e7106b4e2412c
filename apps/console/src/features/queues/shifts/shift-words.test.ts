import type { PushEventOf } from "@offhook/contract";
import { expect, test } from "vitest";
import { shiftBegunWords } from "./shift-words.ts";

const begun: PushEventOf<"SHIFT_BEGUN"> = {
  type: "SHIFT_BEGUN",
  group: "Nurses on call",
  shift: {
    id: 1,
    huntgroup_id: 2,
    user_id: 3,
    name: "Dev Patel",
    phone: "dev",
    from: "2026-11-18T20:00",
    to: "2026-11-19T06:00",
    starts_at: 1_795_050_000,
    ends_at: 1_795_086_000,
    note: "",
  },
  handover: { name: "Lena Brandt", note: "Mr. Lee fell, see him first" },
};

test("[SHIFT7] people on call read until when, and the hand-over note", () => {
  expect(shiftBegunWords(begun)).toEqual({
    title: "You're on call for Nurses on call until Nov 19, 6:00 AM",
    body: "Note from Lena Brandt: Mr. Lee fell, see him first",
  });
  expect(shiftBegunWords({ ...begun, handover: null }).body).toBe("");
});
