import { expect, test } from "vitest";
import { anAccount } from "../../testing/builders.ts";
import { AuthStorage } from "./auth-storage.ts";
import { MemoryStore } from "./key-value-store.ts";
import { accountsFrom, addAccount, blankAccount, NO_ACCOUNTS } from "./stored-accounts.ts";

test("adding an account replaces the one with the same id and keeps its place", () => {
  const accounts = [anAccount({ id: 1 }), anAccount({ id: 2 })].reduce(addAccount, NO_ACCOUNTS);
  const { list } = addAccount(accounts, anAccount({ id: 1, firstname: "May" }));
  expect(list.map(({ id, firstname }) => [id, firstname])).toEqual([
    [1, "May"],
    [2, "Maya"],
  ]);
});

test("a token loses its prefix up to the first space", () => {
  const { list } = addAccount(NO_ACCOUNTS, anAccount({ token: "Bearer abc def" }));
  expect(list[0]?.token).toBe("abc def");
});

test("signing out blanks tokens and third-party data and keeps the entry", () => {
  const accounts = addAccount(
    NO_ACCOUNTS,
    anAccount({ googleUser: { id: "1", name: "Maya", email: "maya@a.example" }, googleToken: "g" }),
  );
  const [entry] = blankAccount(accounts, 1).list;
  expect(entry).toMatchObject({ id: 1, username: "maya@harborlight.example", firstname: "Maya" });
  expect(entry).toMatchObject({ token: "", refreshToken: "", googleUser: null, googleToken: null });
});

test.each([
  undefined,
  null,
  7,
  "text",
  [],
  {},
  { list: 5 },
  { list: [null, 5, {}, { id: "x" }], currentId: "7" },
])("%j in storage is no account at all", (value) => {
  expect(accountsFrom(value)).toEqual(NO_ACCOUNTS);
});

test("an entry of an older version is completed", () => {
  const { list, currentId } = accountsFrom({ list: [{ id: 3, username: "sam", token: 5 }], currentId: 3 });
  expect(currentId).toBe(3);
  expect(list[0]).toMatchObject({ id: 3, username: "sam", token: "", firstname: "", isGoogleLogin: false });
});

function signedIn(store = new MemoryStore()): { store: MemoryStore; auth: AuthStorage } {
  const auth = new AuthStorage(store);
  auth.install({ token: "t1", refreshToken: "r1", strategy: "local", accountId: null });
  auth.nameAccount(anAccount({ id: 1, token: "t1", refreshToken: "r1" }));
  return { store, auth };
}

test("a sign-in is stored under the names of the specification", () => {
  const { store } = signedIn();
  expect(store.get("auth._token.local")).toBe("Bearer t1");
  expect(store.get("auth._refresh_token.local")).toBe("r1");
  expect(store.get("auth.strategy")).toBe("local");
  expect(store.get("refreshToken")).toBe("r1");
  expect(JSON.parse(store.get("accounts") ?? "")).toMatchObject({
    currentId: 1,
    list: [{ id: 1, token: "t1", refreshToken: "r1" }],
  });
});

test("a Google sign-in is stored under its own strategy", () => {
  const store = new MemoryStore();
  const auth = new AuthStorage(store);
  auth.install({ token: "t1", refreshToken: "r1", strategy: "google", accountId: null });
  expect(store.get("auth._token.google")).toBe("Bearer t1");
  expect(store.get("auth._token.local")).toBeNull();
  expect(new AuthStorage(store).current).toMatchObject({ token: "t1", strategy: "google" });
});

test("signing out clears local data except the refresh token, and keeps the account's entry", () => {
  const { store, auth } = signedIn();
  store.set("doNotShow", "{}");
  store.set("dnd", "true");
  auth.signOut();
  expect(auth.current).toBeUndefined();
  expect([...store.keys()].sort()).toEqual(["accounts", "refreshToken"]);
  expect(JSON.parse(store.get("accounts") ?? "")).toMatchObject({
    currentId: null,
    list: [{ id: 1, token: "", refreshToken: "" }],
  });
});

test("a tab keeps its own account while another tab switches", () => {
  const { store, auth } = signedIn();
  const other = new AuthStorage(new MemoryStore(store));
  other.install({ token: "t2", refreshToken: "r2", strategy: "local", accountId: 2 });
  other.nameAccount(anAccount({ id: 2, token: "t2", refreshToken: "r2" }));
  expect(auth.current).toMatchObject({ token: "t1", accountId: 1 });

  auth.replaceTokens({ token: "t1b", refreshToken: "r1b" });
  expect(store.get("auth._token.local")).toBe("Bearer t2");
  expect(auth.accounts().list.map(({ id, token }) => [id, token])).toEqual([
    [1, "t1b"],
    [2, "t2"],
  ]);
});

test("a tab that is signed out does not take the session another tab has just begun", () => {
  const { store, auth } = signedIn();
  const other = new AuthStorage(new MemoryStore(store));
  other.signOut();
  other.install({ token: "t2", refreshToken: "r2", strategy: "local", accountId: null });
  auth.signOut();
  expect(store.get("auth._token.local")).toBe("Bearer t2");
});

test("leaving to add an account keeps the first one signed in", () => {
  const { store, auth } = signedIn();
  auth.detach();
  expect(store.get("auth._token.local")).toBeNull();
  expect(auth.accounts()).toMatchObject({ currentId: null, list: [{ id: 1, token: "t1" }] });
});

test("another tab's refresh is found, and its sign-out too", () => {
  const { store, auth } = signedIn();
  const other = new AuthStorage(new MemoryStore(store));
  other.replaceTokens({ token: "t9", refreshToken: "r9" });
  expect(auth.reread()).toMatchObject({ token: "t9", accountId: 1 });
  other.signOut();
  expect(auth.reread()).toBeUndefined();
});
