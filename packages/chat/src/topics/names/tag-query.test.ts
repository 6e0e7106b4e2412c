import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTagQuery } from "./tag-query.ts";

test.each([
  ["a space means and", "ana nurse", [["ana"], ["nurse"]]],
  ["a comma means or, and binds tighter", "ana,ines nurse", [["ana", "ines"], ["nurse"]]],
  ["spaces around a comma do not matter", "ana , ines", [["ana", "ines"]]],
  ["quotes keep words together", '"ana maria" nurse', [["ana maria"], ["nurse"]]],
  ["capitals do not matter", "Basic:ANA", [["basic:ana"]]],
])("[CHAT-F1] %s", (_rule, text, query) => {
  expect(parseTagQuery(text)).toEqual(query);
});

test.each(["", "   ", ",", '"', 'ana "nurse', "ana\0", "ana\ud83d"])("[CHAT-F2] %j finds nobody", (text) => {
  expect(parseTagQuery(text)).toBeUndefined();
});

test("[CHAT-F3] no text is too strange to be read", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const tag of parseTagQuery(text)?.flat() ?? []) expect(tag).toBe(tag.trim().toLowerCase());
    }),
  );
});
