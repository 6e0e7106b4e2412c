import { expect, test } from "vitest";
import { aContact, aPerson } from "../../../testing/builders.ts";
import { aCallRecord } from "../../calls/history/testing/call-records.ts";
import { contactEntry, personEntry } from "../../contacts/book/book-entry.ts";
import { aConversation } from "../../messages/testing/messages.ts";
import { aTask } from "../../tasks/testing/tasks.ts";
import { type KnownThings, searchKnown } from "./known-search.ts";

const known: KnownThings = {
  userId: 1,
  entries: [
    contactEntry(aContact({ id: "1", name: "Anders Sørensen", mobile: "12125550110" })),
    contactEntry(aContact({ id: "2", name: "Zoe Night", organization: "Sorensen & Sons" })),
    contactEntry(aContact({ id: "3", name: "יעל כהן", mobile: "442079460120" })),
    personEntry(aPerson(7, "Dev Patel", { extension: "102" })),
  ],
  conversations: [aConversation({ lid: 5, id: "12125550110", subtitle: "The van is back" })],
  calls: [aCallRecord({ id: "c1", number: "12125550110" }), aCallRecord({ id: "c2", number: "102" })],
  chats: [{ id: "grp1", name: "Night shift" }],
  tasks: [aTask({ id: 14, note: "Call the daughter back" })],
  nameOf: (number) => (number === "12125550110" ? "Anders Sørensen" : undefined),
};
const find = (typed: string, most = 4): readonly string[] =>
  searchKnown(typed, known, most).flatMap(({ items }) => items.map(({ key }) => key));

test.each([
  ["sorensen", ["contacts 1", "contacts 2", "smsc 5", "cdrs c1"]],
  ["sorens and", ["contacts 1", "smsc 5", "cdrs c1"]],
  ["(212) 555-01", ["contacts 1", "smsc 5", "cdrs c1"]],
  ["020 7946", ["contacts 3"]],
  ["כהן", ["contacts 3"]],
  ["102", ["contacts -7", "cdrs c2"]],
  ["van back", ["smsc 5"]],
  ["night", ["contacts 2", "chat grp1"]],
  ["daughter", ["tasks 14"]],
  ["zebra", []],
  ["", []],
])("[SCR1] %o finds %j on the device", (typed, keys) => {
  expect(find(typed)).toEqual(keys);
});

test("[SEA5] a misspelled name comes last and says that it is a guess", () => {
  const [section] = searchKnown("sorenson", known, 4);
  expect(section?.items.map(({ key, isGuess }) => [key, isGuess])).toEqual([["contacts 1", true]]);
});

test("[SCR3] of each kind there are no more than asked for", () => {
  expect(find("sorensen", 1)).toEqual(["contacts 1", "smsc 5", "cdrs c1"]);
});

test("what operators ask only the service knows", () => {
  expect(find("from:ana sorensen")).toEqual([]);
});
