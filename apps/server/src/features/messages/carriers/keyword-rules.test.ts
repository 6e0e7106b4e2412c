import { usualTextBehavior } from "@offhook/simulator";
import { expect, test } from "vitest";
import { keywordRules } from "./keyword-rules.ts";

const LINE = { name: "Harborlight", number: "12125550110" };

test.each([
  ["stop", "optOut", "STOP", ["unsubscribed", "no more messages", "START"]],
  ["Unsubscribe.", "optOut", "UNSUBSCRIBE", ["unsubscribed", "no more messages", "START"]],
  ["START", "optIn", "START", ["resubscribed", "HELP", "STOP", "Msg & data rates may apply"]],
  ["help", "help", "HELP", ["For help call", "STOP", "Msg & data rates may apply"]],
])("SMS7 '%s' is heeded and answered in the words of carriers", (body, effect, word, words) => {
  const verdict = keywordRules.judge(body, LINE);
  expect(verdict).toMatchObject({ effect, word });
  const reply = verdict?.reply ?? "";
  expect(reply.startsWith("Harborlight: ")).toBe(true);
  expect(reply).toContain("(212) 555-0110");
  expect(words.filter((each) => !reply.includes(each))).toEqual([]);
  // The answer to START once made the people of the demo say STOP again.
  expect(usualTextBehavior({ from: LINE.number, to: "12125550177", text: reply }).answer).toBeUndefined();
});

test.each(["stop by at nine", "help me with the door", "no", ""])(
  "SMS7 '%s' is a text like any other",
  (body) => {
    expect(keywordRules.judge(body, LINE)).toBeUndefined();
  },
);
