import type { ContactSync } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test } from "vitest";
import { contactNumbered } from "../testing/contacts.ts";
import { ContactBook } from "./contact-book.ts";
import { type AsyncStore, createContactCache } from "./contact-cache.ts";

function memoryStore(): AsyncStore & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, structuredClone(value)),
    del: async (key) => void values.delete(key),
  };
}

let clock: FakeClock;
let store: ReturnType<typeof memoryStore>;
let pages: Partial<ContactSync>[];
let cursors: (string | undefined)[];
let isDown: boolean;

const page = (given: Partial<ContactSync>): ContactSync => ({
  contacts: [],
  deleted: [],
  cursor: `${cursors.length}.0`,
  more: false,
  reset: false,
  speeddial: [],
  ...given,
});

function aBook(userId = 1): ContactBook {
  return new ContactBook({
    clock,
    cache: createContactCache(store, userId),
    onFailed: () => {},
    client: {
      syncContacts: async ({ query }) => {
        if (isDown) throw new Error("down");
        cursors.push(query?.cursor);
        return page(pages.shift() ?? {});
      },
      setSpeedDial: async ({ body }) => {
        if (isDown) throw new Error("down");
        return { ids: body.speeddial ? [body.id] : [] };
      },
      deleteContacts: async () => {
        if (isDown) throw new Error("down");
        return { ids: [] };
      },
      restoreContacts: async () => ({ ids: [] }),
      contactPhotos: async () => [],
    },
  });
}

const names = (book: ContactBook): string[] => book.state.getState().entries.map(({ name }) => name);
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  clock = new FakeClock();
  store = memoryStore();
  pages = [];
  cursors = [];
  isDown = false;
});

test("the whole book is read page by page, then only what has changed", async () => {
  pages = [
    { contacts: [contactNumbered(1, { name: "Zoe" })], more: true, cursor: "5.1" },
    { contacts: [contactNumbered(2, { name: "Ana" })], cursor: "5.2", speeddial: ["2"] },
  ];
  const book = aBook();
  await book.open();
  expect(names(book)).toEqual(["Ana", "Zoe"]);
  pages = [{ contacts: [contactNumbered(1, { name: "Bea" })], deleted: ["2"] }];
  book.apply({ type: "CONTACT_UPDATE", ids: ["1"], version: 6 });
  await settle();
  expect(cursors).toEqual([undefined, "5.1", "5.2"]);
  expect(names(book)).toEqual(["Bea"]);
});

test("the next visit paints what the last one left before the network answers, also when it never does", async () => {
  pages = [{ contacts: [contactNumbered(1, { name: "Ana" })], cursor: "7.1", speeddial: ["1"] }];
  await aBook().open();
  clock.advance(2_000);
  await settle();
  isDown = true;
  const later = aBook();
  await expect(later.open()).rejects.toThrow("down");
  expect(names(later)).toEqual(["Ana"]);
  expect(later.state.getState()).toMatchObject({ status: "cached", speedDial: new Set(["1"]) });
  isDown = false;
  await later.open();
  expect(cursors.at(-1)).toBe("7.1");
  expect(names(aBook(2))).toEqual([]);
});

test("what has not changed since the last visit is not written again, and what has is", async () => {
  pages = [{ contacts: [contactNumbered(1, { name: "Ana" })], cursor: "7.1", speeddial: ["1"] }];
  await aBook().open();
  clock.advance(2_000);
  await settle();
  const [before] = store.values.values();
  pages = [{ cursor: "7.1", speeddial: ["1"] }];
  const later = aBook();
  await later.open();
  clock.advance(2_000);
  await settle();
  expect([...store.values.values()][0]).toBe(before);
  pages = [{ cursor: "7.1", speeddial: [] }];
  await later.sync();
  clock.advance(2_000);
  await settle();
  expect([...store.values.values()][0]).not.toBe(before);
  expect([...store.values.values()].at(-1)).toMatchObject({ speedDial: [] });
});

test("a cursor that is too old begins anew", async () => {
  pages = [{ contacts: [contactNumbered(1), contactNumbered(2)] }];
  const book = aBook();
  await book.open();
  pages = [{ reset: true, contacts: [contactNumbered(3, { name: "Cem" })] }];
  await book.sync();
  expect(names(book)).toEqual(["Cem"]);
});

test("deleting and speed dial show at once and are taken back when refused", async () => {
  pages = [{ contacts: [contactNumbered(1, { name: "Ana" }), contactNumbered(2, { name: "Ben" })] }];
  const book = aBook();
  await book.open();
  isDown = true;
  const deleting = book.delete(["1"]);
  expect(names(book)).toEqual(["Ben"]);
  await expect(deleting).rejects.toThrow("down");
  expect(names(book)).toEqual(["Ana", "Ben"]);
  const marking = book.setSpeedDial("2", true);
  expect(book.state.getState().speedDial.has("2")).toBe(true);
  await expect(marking).rejects.toThrow("down");
  expect(book.state.getState().speedDial.has("2")).toBe(false);
});
