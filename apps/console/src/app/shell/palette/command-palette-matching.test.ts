import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchScore, ranked } from "./command-palette-matching.ts";

const screens = [
  { title: "Calls", keywords: "dial pad phone" },
  { title: "Messages", keywords: "sms text" },
  { title: "Voicemail" },
  { title: "Call Agent Dashboard", keywords: "acd queue" },
  { title: "Contacts" },
];
const found = (query: string): string[] => ranked(query, screens).map(({ title }) => title);

describe("ways to find a thing", () => {
  test.each([
    ["its beginning", "voic", ["Voicemail"]],
    ["a part of it", "mail", ["Voicemail"]],
    ["its initials", "cad", ["Call Agent Dashboard"]],
    ["some of its letters", "vmail", ["Voicemail"]],
    ["another word for it", "sms", ["Messages"]],
    ["words in any order", "dashboard call", ["Call Agent Dashboard"]],
    ["any case", "VOICE", ["Voicemail"]],
    ["nothing like it", "zebra", []],
    ["one word too many", "voicemail zebra", []],
  ])("%s", (_what, query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test("accents do not matter, in either", () => {
    expect(ranked("bjork", [{ title: "Björk Núñez" }])).toHaveLength(1);
    expect(ranked("Núñez", [{ title: "Bjork Nunez" }])).toHaveLength(1);
  });

  test("names in other scripts are found by their letters", () => {
    expect(ranked("王", [{ title: "王 小明" }])).toHaveLength(1);
    expect(ranked("الحس", [{ title: "ليلى الحسيني" }])).toHaveLength(1);
  });
});

describe("order", () => {
  test("the whole word before its beginning, its beginning before a part", () => {
    const items = [{ title: "Recall" }, { title: "Calling" }, { title: "Call" }];
    expect(ranked("call", items).map(({ title }) => title)).toEqual(["Call", "Calling", "Recall"]);
  });

  test("the title before the keywords", () => {
    const items = [{ title: "Phone", keywords: "audio" }, { title: "Audio" }];
    expect(ranked("audio", items).map(({ title }) => title)).toEqual(["Audio", "Phone"]);
  });

  test("nothing typed keeps everything as it is", () => {
    expect(found("  ")).toEqual(screens.map(({ title }) => title));
  });
});

test("no text breaks it, and what is found is found by its own title", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (query, title) => {
      matchScore(query, { title });
      expect(matchScore(title, { title })).toBeDefined();
    }),
  );
});
