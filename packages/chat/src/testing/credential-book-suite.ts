import { beforeAll, describe, expect, test } from "vitest";
import type { CredentialBook, CredentialProblem } from "../ports/credential-book.ts";
import type { UserId } from "../topics/names/topic-name.ts";

interface BookUnderTest {
  readonly book: CredentialBook;
  readonly codeSentTo: (val: string) => Promise<string>;
  readonly addUser: () => Promise<UserId>;
  readonly tagsOf: (user: UserId) => Promise<readonly string[]>;
}

const done = (areTagsChanged: boolean) => ({ kind: "done", areTagsChanged });
const refused = (problem: CredentialProblem) => ({ kind: "refused", problem });

/** What every book of addresses must do. */
export function describeCredentialBook(name: string, open: () => Promise<BookUnderTest>): void {
  describe(name, () => {
    let world: BookUnderTest;
    beforeAll(async () => {
      world = await open();
    });

    test("[CHAT-K1] an address is confirmed with the code that was sent to it, and is a tag then", async () => {
      const { book, addUser, codeSentTo, tagsOf } = world;
      const user = await addUser();
      expect(await book.request(user, "email", "Ana@Phone.example")).toEqual(done(false));
      expect(await book.list(user)).toEqual([{ meth: "email", val: "ana@phone.example" }]);
      expect(await tagsOf(user)).not.toContain("email:ana@phone.example");
      expect(await book.confirm(user, "email", "none")).toEqual(refused("wrongCode"));
      const code = await codeSentTo("ana@phone.example");
      expect(await book.confirm(user, "email", code)).toEqual(done(true));
      expect(await book.list(user)).toEqual([{ meth: "email", val: "ana@phone.example", done: true }]);
      expect(await tagsOf(user)).toContain("email:ana@phone.example");
      expect(await book.confirm(user, "email", code)).toEqual(refused("notFound"));
      expect(await book.request(user, "email", "ana@phone.example")).toEqual(refused("duplicate"));
    });

    test("[CHAT-K2] another request takes the place of one that waits, and its code is the only good one", async () => {
      const { book, addUser, codeSentTo } = world;
      const user = await addUser();
      await book.request(user, "email", "old@phone.example");
      const old = await codeSentTo("old@phone.example");
      await book.request(user, "email", "new@phone.example");
      expect(await book.list(user)).toEqual([{ meth: "email", val: "new@phone.example" }]);
      expect(await book.confirm(user, "email", old)).toEqual(refused("wrongCode"));
      expect(await book.confirm(user, "email", await codeSentTo("new@phone.example"))).toEqual(done(true));
    });

    test("[CHAT-K3] the user who confirms an address first has it", async () => {
      const { book, addUser, codeSentTo } = world;
      const [first, second] = [await addUser(), await addUser()];
      await book.request(first, "email", "both@phone.example");
      const code = await codeSentTo("both@phone.example");
      await book.request(second, "email", "both@phone.example");
      const other = await codeSentTo("both@phone.example");
      expect(await book.confirm(second, "email", other)).toEqual(done(true));
      expect(await book.confirm(first, "email", code)).toEqual(refused("duplicate"));
      expect(await book.request(first, "email", "BOTH@phone.example")).toEqual(refused("duplicate"));
    });
    describeLimits(() => world);
  });
}

function describeLimits(opened: () => BookUnderTest): void {
  test("[CHAT-K4] after five wrong codes the right one does not help any more, a new one does", async () => {
    const { book, addUser, codeSentTo } = opened();
    const user = await addUser();
    await book.request(user, "email", "tries@phone.example");
    for (let turn = 0; turn < 5; turn++)
      expect(await book.confirm(user, "email", "wrong")).toEqual(refused("wrongCode"));
    const code = await codeSentTo("tries@phone.example");
    expect(await book.confirm(user, "email", code)).toEqual(refused("policy"));
    await book.request(user, "email", "tries@phone.example");
    expect(await book.confirm(user, "email", await codeSentTo("tries@phone.example"))).toEqual(done(true));
  });

  test("[CHAT-K5] an address that is removed is free, and its tag goes", async () => {
    const { book, addUser, codeSentTo, tagsOf } = opened();
    const [user, other] = [await addUser(), await addUser()];
    await book.request(user, "email", "gone@phone.example");
    await book.confirm(user, "email", await codeSentTo("gone@phone.example"));
    expect(await book.remove(other, "email", "gone@phone.example")).toEqual({ kind: "nothing" });
    expect(await book.remove(user, "email", "gone@phone.example")).toEqual(done(true));
    expect(await tagsOf(user)).not.toContain("email:gone@phone.example");
    expect(await book.request(other, "email", "gone@phone.example")).toEqual(done(false));
    expect(await book.remove(other, "email", "gone@phone.example")).toEqual(done(false));
    expect(await book.list(other)).toEqual([]);
  });

  test("[CHAT-K6] what is no address is refused, and a method nobody knows is passed over", async () => {
    const { book, addUser } = opened();
    const user = await addUser();
    for (const val of ["", "ana", "ana@", "ana maria@phone.example"])
      expect(await book.request(user, "email", val)).toEqual(refused("malformed"));
    expect(await book.request(user, "pigeon", "coo")).toEqual({ kind: "nothing" });
    expect(await book.confirm(user, "pigeon", "coo")).toEqual({ kind: "nothing" });
    expect(await book.remove(user, "pigeon", "coo")).toEqual(refused("malformed"));
    expect(await book.confirm(user, "email", "123456")).toEqual(refused("notFound"));
  });
}
