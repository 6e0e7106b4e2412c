import type { EnabledFeatures } from "@offhook/contract";
import { describe, expect, test } from "vitest";
import { AuthStorage } from "../../platform/storage/auth-storage.ts";
import { MemoryStore } from "../../platform/storage/key-value-store.ts";
import { aProfile } from "../../testing/builders.ts";
import { FakeService, sessionGone } from "../../testing/fake-service.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { PASSWORD, sessionService } from "../../testing/session-service.ts";
import { pageTitle } from "../page/page-title.ts";
import { pageOf } from "../page/page-transition.ts";
import { judgeVisit, type Verdict, type Visit } from "./guard.ts";

const all: EnabledFeatures = {
  calls: true,
  messaging: true,
  voicemail: true,
  fax: true,
  teamChat: true,
  contacts: true,
  tasks: true,
};

test.each<[string, Visit, Verdict]>([
  ["a guest on a page for users has to sign in", { access: "user", features: undefined }, "signIn"],
  ["a guest on a page of a feature too", { access: "user", feature: "fax", features: undefined }, "signIn"],
  ["a guest may see the sign-in page", { access: "guest", features: undefined }, "pass"],
  ["a user on the sign-in page is sent home", { access: "guest", features: all }, "home"],
  ["a user may see user pages", { access: "user", features: all }, "pass"],
  ["and those of enabled features", { access: "user", feature: "fax", features: all }, "pass"],
  [
    "but none that is switched off",
    { access: "user", feature: "fax", features: { ...all, fax: false } },
    "elsewhere",
  ],
  ["everyone may see an open page", { access: "open", features: undefined }, "pass"],
  ["also who is signed in", { access: "open", features: all }, "pass"],
])("%s", (_rule, visit, verdict) => {
  expect(judgeVisit(visit)).toBe(verdict);
});

test.each([
  ["calls-new", "Calls"],
  ["messages-id-smsLine", "Messages"],
  ["teams-search-result-id", "Chat"],
  ["teams", "Chat"],
  ["acd", "Call Agent Dashboard"],
  ["voicemails-mailbox-file-dir", "Voicemails"],
])("the route %s is titled %s", (name, title) => {
  expect(pageTitle(name)).toBe(title);
});

test("two addresses of one area are one page", () => {
  expect(pageOf("/calls/new")).toBe(pageOf("/calls/17"));
  expect(pageOf("/calls/new")).not.toBe(pageOf("/contacts"));
});

function signedInStore(profile = aProfile()): MemoryStore {
  const store = new MemoryStore();
  const auth = new AuthStorage(store);
  auth.install({ token: "token-maya", refreshToken: "r", strategy: "local", accountId: profile.id });
  return store;
}

describe("the console", () => {
  test("sends a guest to sign in and then on to the page they asked for", async () => {
    const { screen, path, store } = await renderApp("/contacts?tab=2", { service: sessionService() });
    await expect.element(screen.getByLabelText("Username")).toBeVisible();
    expect(path()).toBe("/login");
    expect(store.get("auth.redirect")).toBe("/contacts?tab=2");
    await screen.getByLabelText("Username").fill("maya@harborlight.example");
    await screen.getByLabelText("Password", { exact: true }).fill(PASSWORD);
    await screen.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect.poll(path).toBe("/contacts?tab=2");
    expect(store.get("auth.redirect")).toBeNull();
  });

  test("sends a user away from the sign-in page", async () => {
    const { path } = await renderApp("/login", { service: sessionService(), store: signedInStore() });
    await expect.poll(path).toBe("/calls/new");
  });

  test("sends a user away from a feature that is switched off", async () => {
    const profile = aProfile({ features: { ...all, messaging: false } });
    const service = new FakeService().on("GET /myProfile", () => ({ result: profile }));
    const { path } = await renderApp("/messages", { service, store: signedInStore() });
    await expect.poll(path).toBe("/calls");
  });

  test("sends a user without calls to their first area", async () => {
    const profile = aProfile({ features: { ...all, calls: false, tasks: false } });
    const service = new FakeService().on("GET /myProfile", () => ({ result: profile }));
    const { path } = await renderApp("/calls/new", { service, store: signedInStore() });
    await expect.poll(path).toBe("/messages");
  });

  test("sends a user whose session ended to sign in, and back afterwards", async () => {
    const service = sessionService();
    const { screen, path, platform } = await renderApp("/contacts", { service, store: signedInStore() });
    await expect.element(screen.getByRole("heading", { name: "contacts" })).toBeVisible();
    service.on("GET /sessions", () => sessionGone);
    await expect(platform.client.listSessions()).rejects.toThrow("You have been signed out.");
    await expect.poll(path).toBe("/login");
    await screen.getByLabelText("Username").fill("maya@harborlight.example");
    await screen.getByLabelText("Password", { exact: true }).fill(PASSWORD);
    await screen.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect.poll(path).toBe("/contacts");
  });

  test("says of an unknown address that there is nothing, to anyone", async () => {
    const { screen } = await renderApp("/no/such/page", { service: new FakeService() });
    await expect.element(screen.getByRole("heading", { name: "This page could not be found" })).toBeVisible();
    await expect.element(screen.getByText("404")).toBeVisible();
  });

  test("signs in with a link that works once", async () => {
    const service = sessionService().on("POST /loginToken/abc", () => ({
      result: {
        token: "token-maya",
        refreshToken: null,
        expires_in: 900,
        isGoogleLogin: false,
        isMicrosoftLogin: false,
      },
    }));
    const { path } = await renderApp("/loginToken/abc", { service });
    await expect.poll(path).toBe("/calls/new");
    expect(service.requestsTo("POST /loginToken/abc")).toHaveLength(1);
  });
});
