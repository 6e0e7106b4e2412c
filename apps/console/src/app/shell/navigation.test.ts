import { describe, expect, test } from "vitest";
import { paths } from "../../platform/navigation/paths.ts";
import { hidesNavOnSmallScreens, isActiveEntry, navEntries } from "./navigation.ts";

const all = {
  calls: true,
  messaging: true,
  voicemail: true,
  fax: true,
  teamChat: true,
  contacts: true,
  tasks: false,
};
const names = (features: typeof all) => navEntries(features).map((entry) => entry.name);

describe("entries", () => {
  test.each([
    ["everything", all, ["Calls", "Messages", "Voicemail", "Fax", "Chat", "Contacts"]],
    ["no calls", { ...all, calls: false }, ["Messages", "Voicemail", "Fax", "Chat", "Contacts"]],
    ["no chat", { ...all, teamChat: false }, ["Calls", "Messages", "Voicemail", "Fax", "Contacts"]],
    [
      "contacts are always there",
      { ...all, contacts: false, fax: false },
      ["Calls", "Messages", "Voicemail", "Chat", "Contacts"],
    ],
    [
      "tasks take the place of messages",
      { ...all, tasks: true },
      ["Calls", "Tasks", "Voicemail", "Fax", "Chat", "Contacts"],
    ],
  ])("%s", (_what, features, expected) => {
    expect(names(features)).toEqual(expected);
  });
});

describe("active entry", () => {
  test.each([
    [paths.dialPad(), "/calls/new", true],
    [paths.dialPad(), "/calls/active/5", true],
    [paths.dialPad(), "/calls", true],
    [paths.messages, "/messages/greeting", true],
    [paths.messages, "/calls/new", false],
    [paths.chats, "/teams/grpX", true],
    [paths.settings(), "/contacts", false],
  ])("%s on %s", (path, current, isActive) => {
    expect(isActiveEntry({ path }, current)).toBe(isActive);
  });
});

test("conversations and calls take the whole of a small screen", () => {
  expect(hidesNavOnSmallScreens("teams-id")).toBe(true);
  expect(hidesNavOnSmallScreens("calls-new")).toBe(false);
});
