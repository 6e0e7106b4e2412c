import { expect, test } from "vitest";
import type { Member } from "../store/topic.ts";
import {
  asksToWrite,
  isOfferedOwnership,
  type MemberAct,
  memberActs,
  newcomerChoice,
  ROLE_MODES,
  roleOf,
  sortedMembers,
} from "./member-rights.ts";

test.each([
  ["RWPSDAO", "owner"],
  ["JRWPASD", "admin"],
  ["JRWPSD", "writer"],
  ["JRP", "reader"],
  ["", "member"],
])("[TEAM-A1] %s is called %s", (mode, role) => expect(roleOf(mode)).toBe(role));

const member = (mode: string): Member => ({
  user: mode,
  mode,
  given: mode,
  want: mode,
  read: 0,
  recv: 0,
  isOnline: false,
});

test.each<[string, string, string, MemberAct[]]>([
  ["the owner with a writer", "JRWPASDO", "JRWPSD", ["viewOnly", "admin", "offer", "remove"]],
  ["the owner with a reader", "JRWPASDO", "JRP", ["write", "admin", "offer", "remove"]],
  ["an admin with another", "JRWPASD", "JRWPASD", ["write", "viewOnly", "remove"]],
  ["an admin with the owner", "JRWPASD", "JRWPASDO", []],
  ["a writer with anybody", "JRWPSD", "JRP", []],
])("[TEAM-A2] what %s can do", (_who, own, other, acts) => {
  expect(memberActs({ mode: own }, member(other))).toEqual(acts);
});

test("[TEAM-A3] wishes and offers are rights on one side only", () => {
  expect(asksToWrite({ want: "JRWP", given: "JRP" })).toBe(true);
  expect(asksToWrite({ want: "JRWP", given: "JRWP" })).toBe(false);
  expect(isOfferedOwnership({ want: "JRWPSD", given: ROLE_MODES.owner })).toBe(true);
  expect(isOfferedOwnership({ want: ROLE_MODES.owner, given: ROLE_MODES.owner })).toBe(false);
});

test("[TEAM-A4] newcomers' rights come to one of three choices", () => {
  expect(newcomerChoice("RWPSD")).toBe("RWPSD");
  expect(newcomerChoice("JRWPS")).toBe("JRWPSD");
  expect(newcomerChoice("JRP")).toBe("JRP");
});

test("[TEAM-A5] members who decide come first", () => {
  const modes = ["JRP", "JRWPSD", "JRWPASDO", "JRWPASD"];
  const sorted = sortedMembers(modes.map(member), (user) => user);
  expect(sorted.map(({ mode }) => mode)).toEqual(["JRWPASDO", "JRWPASD", "JRWPSD", "JRP"]);
});
