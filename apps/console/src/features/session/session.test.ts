import type { PublicConfig } from "@offhook/contract";
import { describe, expect, test } from "vitest";
import { anAccount, aProfile } from "../../testing/builders.ts";
import { type FakeTab, openFakeTab } from "../../testing/fake-browser.ts";
import { refusal, sessionGone } from "../../testing/fake-service.ts";
import { PASSWORD, sessionService, signedIn } from "../../testing/session-service.ts";
import { Session, type SignedOutCause, SignInError } from "./session.ts";

const MAYA = "maya@harborlight.example";
const SAM = "sam@juniper.example";

function openSession(sibling?: FakeTab, config: Partial<PublicConfig> = {}) {
  const tab = openFakeTab(sibling ? { sibling } : { service: sessionService(), config });
  const session = new Session(tab.platform);
  const signedOut: SignedOutCause[] = [];
  session.on("signedOut", (cause) => signedOut.push(cause));
  const names = (): (string | undefined)[] => [
    session.state.getState().user?.username,
    tab.platform.auth.current?.token,
  ];
  return { ...tab, tab, session, signedOut, names };
}

async function settle(tab: FakeTab): Promise<void> {
  tab.clock.advance(50);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe("signing in", () => {
  test("sends the password, asks for a refresh token and hands in the last one", async () => {
    const { session, service, store, platform } = openSession();
    store.set("refreshToken", "of-last-time");
    await session.signIn(` ${MAYA} `, PASSWORD);
    expect(service.requestsTo("POST /login")[0]?.body).toEqual({
      username: MAYA,
      passhash: PASSWORD,
      rrt: true,
      refreshToken: "of-last-time",
      device: platform.device,
    });
    expect(session.state.getState()).toMatchObject({ loggedIn: true, busy: false, user: { username: MAYA } });
    expect(session.accounts.getState()).toMatchObject({ currentId: 1, list: [{ username: MAYA }] });
  });

  test("a refused password leaves everything as it was", async () => {
    const { session, names } = openSession();
    await expect(session.signIn(MAYA, "wrong")).rejects.toThrow("Wrong username or password");
    expect(names()).toEqual([undefined, undefined]);
  });

  test("a broken service is a Server error, and stored login data is cleared", async () => {
    const { session, service, store } = openSession();
    store.set("refreshToken", "of-last-time");
    service.on("POST /login", () => ({ status: 502 }));
    await expect(session.signIn(MAYA, PASSWORD)).rejects.toThrow(new SignInError("Server error"));
    expect(store.get("refreshToken")).toBeNull();
  });

  test("a user without a phone line cannot sign in and is signed out again", async () => {
    const { session, service, names } = openSession();
    service.on("GET /myProfile", () => ({ result: aProfile({ phones: [] }) }));
    await expect(session.signIn(MAYA, PASSWORD)).rejects.toThrow(
      "Your active phone line was removed. Please contact the provider's support for help",
    );
    expect(names()).toEqual([undefined, undefined]);
    expect(service.requestsTo("POST /logout")).toHaveLength(1);
  });

  test("no profile at all is said so", async () => {
    const { session, service } = openSession();
    service.on("GET /myProfile", () => ({ result: null }));
    await expect(session.signIn(MAYA, PASSWORD)).rejects.toThrow("No user profile found");
  });
});

describe("a page that is opened again", () => {
  test("continues the session, at once from the cached profile", async () => {
    const first = openSession();
    await first.session.signIn(MAYA, PASSWORD);
    const reopened = openSession(first.tab);
    const started = reopened.session.start();
    expect(reopened.session.state.getState().loggedIn).toBe(true);
    await started;
  });

  test("keeps its user while the service is out of reach", async () => {
    const first = openSession();
    await first.session.signIn(MAYA, PASSWORD);
    first.service.on("GET /myProfile", () => "unreachable");
    const reopened = openSession(first.tab);
    await reopened.session.start();
    await settle(reopened.tab);
    expect(reopened.names()).toEqual([MAYA, "token-maya"]);
    expect(reopened.session.state.getState().notice).toBeNull();
  });

  test("without a cached profile an outage is told, and recovery signs in", async () => {
    const { tab, session, service, platform, names } = openSession();
    platform.auth.install({ token: "token-maya", refreshToken: "r", strategy: "local", accountId: null });
    service.on("GET /myProfile", () => "unreachable").on("GET /status", () => "unreachable");
    await session.start();
    await settle(tab);
    expect(session.state.getState()).toMatchObject({ loggedIn: false, notice: "Failed to get user profile" });
    expect(platform.network.state).toBe("down");

    service.on("GET /myProfile", () => ({ result: aProfile() })).on("GET /status", () => ({ result: {} }));
    tab.clock.advance(2_000);
    await settle(tab);
    expect(names()).toEqual([MAYA, "token-maya"]);
  });

  test("is signed out when its session is gone", async () => {
    const first = openSession();
    await first.session.signIn(MAYA, PASSWORD);
    first.service.on("GET /myProfile", () => sessionGone);
    const reopened = openSession(first.tab);
    await reopened.session.start();
    await settle(reopened.tab);
    expect(reopened.names()).toEqual([undefined, undefined]);
    expect(reopened.signedOut).toEqual(["ended"]);
    // The sign-in page shows it, here and in the tab that only follows.
    const message = "You have been signed out. Please sign in again.";
    expect(reopened.session.state.getState().notice).toBe(message);
    expect(reopened.tab.platform.auth.lastError).toMatchObject({ code: 433, message });
    await settle(first.tab);
    expect(first.session.state.getState()).toMatchObject({ loggedIn: false, notice: message });
  });
});

describe("signing out", () => {
  test("runs what features registered, tells the service, and keeps the account's entry", async () => {
    const { session, service, platform, store, signedOut } = openSession();
    const ran: string[] = [];
    platform.signOutHooks.add((reason) => void ran.push(reason));
    await session.signIn(MAYA, PASSWORD);
    await session.signOut();
    expect(ran).toEqual(["signOut"]);
    expect(service.requestsTo("POST /logout")).toMatchObject([{ token: "token-maya" }]);
    expect(session.state.getState()).toMatchObject({ user: null, loggedIn: false, notice: null });
    expect(session.accounts.getState()).toMatchObject({
      currentId: null,
      list: [{ username: MAYA, token: "" }],
    });
    expect(store.get("refreshToken")).toBe("refresh-of-token-maya");
    expect(signedOut).toEqual(["chosen"]);
  });

  test("nothing is asked for while a sign-out is on its way, and the next user may ask again", async () => {
    const { session, service, platform } = openSession();
    await session.signIn(MAYA, PASSWORD);
    const early: Promise<unknown>[] = [];
    service.on("GET /sessions", () => ({ result: [] }));
    expect(await platform.client.listSessions()).toEqual([]);
    service.on("POST /logout", () => {
      early.push(platform.client.listSessions().catch((failure: unknown) => failure));
      return { result: {} };
    });
    await session.signOut();
    expect(await Promise.all(early)).toMatchObject([{ name: "AbortError" }]);
    await session.signIn(MAYA, PASSWORD);
    expect(await platform.client.listSessions()).toEqual([]);
  });

  test("leaves also when the service cannot be told, and says so", async () => {
    const { session, service, names } = openSession();
    await session.signIn(MAYA, PASSWORD);
    service.on("POST /logout", () => "unreachable").on("GET /status", () => ({ result: {} }));
    await session.signOut();
    expect(names()).toEqual([undefined, undefined]);
    expect(session.state.getState().notice).toBe("Failed to logout.");
  });
});

describe("signing out at the provider", () => {
  const provider = {
    authorization_endpoint: "https://id.example/authorize",
    client_id: "us",
    scope: "openid",
  };
  const request = {
    code: "code",
    redirect_uri: "https://phone.example/login",
    code_verifier: "v",
    nonce: "n",
  };
  const microsoft = { ...provider, end_session_endpoint: "https://id.example/logout?p=1" };

  function openWithProviders() {
    const opened = openSession(undefined, { google: provider, microsoft });
    for (const name of ["google", "microsoft"] as const)
      opened.service.on(`POST /auth/${name}`, () => ({ result: signedIn("token-maya") }));
    return opened;
  }

  test("[OUT1] an account of Microsoft is signed out there too, and comes back to the sign-in page", async () => {
    const { session, left, names } = openWithProviders();
    await session.signInWithProvider("microsoft", request);
    await session.signOut();
    expect(names()).toEqual([undefined, undefined]);
    const [address = "", ...others] = left;
    expect(others).toEqual([]);
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      p: "1",
      client_id: "us",
      post_logout_redirect_uri: "https://phone.example/login",
      logout_hint: MAYA,
    });
  });

  test("[OUT1] an account of Google or with a password leaves no page", async () => {
    const { session, left } = openWithProviders();
    await session.signInWithProvider("google", request);
    await session.signOut();
    await session.signIn(MAYA, PASSWORD);
    await session.signOut();
    expect(left).toEqual([]);
  });

  test("[OUT2] what the provider says of who signed in is kept with the account until it is signed out", async () => {
    const opened = openWithProviders();
    const provider = {
      id: "g1",
      name: "Maya Okafor",
      email: "maya@gmail.example",
      tenant: null,
      token: "idt",
    };
    const { session, service, store } = opened;
    service.on("POST /auth/google", () => ({ result: { ...signedIn("token-maya"), provider } }));
    await session.signInWithProvider("google", request);
    const user = { id: "g1", name: "Maya Okafor", email: "maya@gmail.example" };
    const kept = { googleUser: user, googleToken: "idt", microsoftUser: null, microsoftAccount: null };
    expect(session.accounts.getState()).toMatchObject({ isGoogleLogin: true, list: [kept] });
    expect(store.get("auth._token.google")).toBe("Bearer token-maya");
    await session.reloadProfile();
    expect(session.accounts.getState().list).toMatchObject([kept]);
    await session.signOut();
    expect(session.accounts.getState().list).toMatchObject([
      { username: MAYA, googleUser: null, googleToken: null },
    ]);
    expect([store.get("auth._token.google"), store.get("auth.google.left")]).toEqual([null, "true"]);
    await session.signInWithProvider("google", request);
    expect(store.get("auth.google.left")).toBeNull();
  });

  test("[OUT2] an account of Microsoft keeps its directory, and is signed out there by its own name", async () => {
    const { session, service, left } = openWithProviders();
    const provider = { id: "m1", name: "Maya Okafor", email: "maya@a.example", tenant: "t1", token: "idt" };
    service.on("POST /auth/microsoft", () => ({ result: { ...signedIn("token-maya"), provider } }));
    await session.signInWithProvider("microsoft", request);
    expect(session.accounts.getState().list).toMatchObject([
      {
        microsoftUser: { id: "m1", name: "Maya Okafor", email: "maya@a.example" },
        microsoftAccount: { homeAccountId: "m1.t1", tenantId: "t1" },
        googleUser: null,
        googleToken: null,
      },
    ]);
    await session.signOut();
    expect(new URL(left[0] ?? "").searchParams.get("logout_hint")).toBe("maya@a.example");
  });

  test("[OUT1] what could not be told to the service is said, and the page stays for it", async () => {
    const { session, service, left } = openWithProviders();
    await session.signInWithProvider("microsoft", request);
    service.on("POST /logout", () => "unreachable").on("GET /status", () => ({ result: {} }));
    await session.signOut();
    expect(left).toEqual([]);
    expect(session.state.getState().notice).toBe("Failed to logout.");
  });
});

describe("several accounts", () => {
  async function both() {
    const opened = openSession();
    await opened.session.signIn(MAYA, PASSWORD);
    await opened.session.addAccount();
    await opened.session.signIn(SAM, PASSWORD);
    return opened;
  }

  test("adding one keeps the other signed in", async () => {
    const { session, names, signedOut } = await both();
    expect(names()).toEqual([SAM, "token-sam"]);
    expect(signedOut).toEqual(["addAccount"]);
    expect(session.accounts.getState().list.map(({ token }) => token)).toEqual(["token-maya", "token-sam"]);
  });

  test("switching installs the other account's tokens and loads its profile", async () => {
    const { session, names, service, platform } = await both();
    const ran: string[] = [];
    platform.signOutHooks.add((reason) => void ran.push(reason));
    await expect(session.switchTo(1)).resolves.toBe(true);
    expect(names()).toEqual([MAYA, "token-maya"]);
    expect(ran).toEqual(["switch"]);
    expect(service.requestsTo("POST /logout")).toEqual([]);
  });

  test("an account that does not open changes nothing but its own entry", async () => {
    const { session, names, service, platform } = await both();
    let ran = 0;
    platform.signOutHooks.add(() => {
      ran += 1;
    });
    const working = aProfile({ id: 2, username: SAM });
    service.on("GET /myProfile", ({ token }) => (token === "token-sam" ? { result: working } : sessionGone));
    await expect(session.switchTo(1)).resolves.toBe(false);
    expect(names()).toEqual([SAM, "token-sam"]);
    expect(ran).toBe(0);
    expect(session.state.getState().notice).toBe("Failed to switch account");
    expect(session.accounts.getState().list.map(({ token }) => token)).toEqual(["", "token-sam"]);
  });

  test("an outage while switching costs the other account nothing", async () => {
    const { session, service } = await both();
    service.on("GET /myProfile", () => refusal(503, "server.unavailable", "Soon"));
    await expect(session.switchTo(1)).resolves.toBe(false);
    expect(session.accounts.getState().list.map(({ token }) => token)).toEqual(["token-maya", "token-sam"]);
  });

  test("a signed-out account does not open", async () => {
    const { session, platform } = await both();
    platform.auth.blankAccount(1);
    await expect(session.switchTo(1)).resolves.toBe(false);
  });
});

describe("another tab", () => {
  test("follows a switch", async () => {
    const first = openSession();
    await first.session.signIn(MAYA, PASSWORD);
    const second = openSession(first.tab);
    await second.session.start();
    await first.session.addAccount();
    await settle(second.tab);
    // The first tab is at the sign-in page; the second goes on as it was.
    expect(second.names()).toEqual([MAYA, "token-maya"]);
    await first.session.signIn(SAM, PASSWORD);
    await settle(second.tab);
    expect(second.names()).toEqual([SAM, "token-sam"]);
  });

  test("stays with its account when the other one does not open from here", async () => {
    const first = openSession();
    await first.session.signIn(MAYA, PASSWORD);
    const second = openSession(first.tab);
    await second.session.start();
    await first.session.addAccount();
    await first.session.signIn(SAM, PASSWORD);
    first.service.on("GET /myProfile", () => "unreachable").on("GET /status", () => ({ result: {} }));
    await settle(second.tab);
    expect(second.names()).toEqual([MAYA, "token-maya"]);
  });

  test("follows a sign-in and a sign-out", async () => {
    const first = openSession();
    const second = openSession(first.tab);
    await second.session.start();
    await first.session.signIn(MAYA, PASSWORD);
    await settle(second.tab);
    expect(second.names()).toEqual([MAYA, "token-maya"]);
    await first.session.signOut();
    await settle(second.tab);
    expect(second.names()).toEqual([undefined, undefined]);
    expect(second.signedOut).toEqual(["ended"]);
  });
});

test("an account of this browser is shown by its name, or its username when it has none", async () => {
  const { accountName } = await import("./stored-account-of.ts");
  expect(accountName(anAccount())).toBe("Maya Okafor");
  expect(accountName(anAccount({ firstname: "", lastname: "" }))).toBe(MAYA);
});
