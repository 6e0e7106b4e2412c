import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { aProfile } from "../../../testing/builders.ts";
import { expectAccessible, renderApp } from "../../../testing/render-app.tsx";
import { PASSWORD, sessionService, signedIn } from "../../../testing/session-service.ts";

const provider = {
  authorization_endpoint: "https://id.example/authorize",
  client_id: "offhook",
  scope: "openid profile email",
};

async function openLogin(options: Partial<Parameters<typeof renderApp>[1]> = {}, path = "/login") {
  const app = await renderApp(path, { service: sessionService(), ...options });
  const { screen } = app;
  return {
    ...app,
    username: screen.getByLabelText("Username"),
    password: screen.getByLabelText("Password", { exact: true }),
    submit: screen.getByRole("button", { name: "Sign in", exact: true }),
    alert: screen.getByRole("alert"),
  };
}

describe("the credentials form", () => {
  test("asks for both fields", async () => {
    const { screen, username, password, submit, service } = await openLogin();
    await submit.click();
    await expect.element(screen.getByText("This field is required").first()).toBeVisible();
    expect(screen.getByText("This field is required").elements()).toHaveLength(2);
    await expect.element(username).toHaveFocus();
    await username.fill("maya");
    await password.fill("   ");
    await submit.click();
    await expect.element(password).toHaveFocus();
    await expect.poll(() => screen.getByText("This field is required").elements()).toHaveLength(1);
    expect(service.requestsTo("POST /login")).toEqual([]);
  });

  test("sends both trimmed and goes to the dial pad", async () => {
    const { screen, username, password, submit, service, path } = await openLogin();
    await username.fill("  maya@harborlight.example ");
    await password.fill(` ${PASSWORD} `);
    await submit.click();
    await expect.element(screen.getByRole("heading", { name: "calls-new" })).toBeVisible();
    expect(path()).toBe("/calls/new");
    expect(service.requestsTo("POST /login")[0]?.body).toMatchObject({
      username: "maya@harborlight.example",
      passhash: PASSWORD,
    });
  });

  test("a blank inside a pass phrase survives being typed", async () => {
    const { username, password, submit, service } = await openLogin();
    await username.fill("maya@harborlight.example");
    await password.click();
    const { userEvent } = await import("vitest/browser");
    await userEvent.keyboard("open sesame");
    await submit.click();
    await expect
      .poll(() => service.requestsTo("POST /login")[0]?.body)
      .toMatchObject({ passhash: "open sesame" });
  });

  test("shows a refusal, and has the password typed again", async () => {
    const { username, password, submit, alert } = await openLogin();
    await username.fill("maya@harborlight.example");
    await password.fill("wrong");
    await submit.click();
    await expect.element(alert).toHaveTextContent("Wrong username or password");
    await expect.element(password).toHaveFocus();
    await expectAccessible();
  });

  test.each([
    ["a broken service", { status: 500 }, "Server error"],
    ["nobody answering", "unreachable" as const, "General server error"],
  ])("explains %s", async (_case, reply, text) => {
    const service = sessionService()
      .on("POST /login", () => reply)
      .on("GET /status", () => ({ result: {} }));
    const { username, password, submit, alert } = await openLogin({ service });
    await username.fill("maya@harborlight.example");
    await password.fill(PASSWORD);
    await submit.click();
    await expect.element(alert).toHaveTextContent(text);
  });

  test("says why a user without a line cannot come in", async () => {
    const service = sessionService().on("GET /myProfile", () => ({ result: aProfile({ phones: [] }) }));
    const { username, password, submit, alert } = await openLogin({ service });
    await username.fill("maya@harborlight.example");
    await password.fill(PASSWORD);
    await submit.click();
    await expect.element(alert).toHaveTextContent("Your active phone line was removed.");
  });

  test("offers the people of a demo installation", async () => {
    const demo = {
      password: PASSWORD,
      accounts: [{ username: "maya@harborlight.example", name: "Maya Okafor", role: "Reception" }],
    };
    const { screen, path } = await openLogin({ config: { demo } });
    await expectAccessible();
    await screen.getByRole("button", { name: "Maya Okafor Reception" }).click();
    await expect.poll(path).toBe("/calls/new");
  });

  test("puts the data of a demo installation back", async () => {
    const { screen, service } = await openLogin({ config: { demo: { password: PASSWORD, accounts: [] } } });
    const reset = screen.getByRole("button", { name: "Start over with fresh demo data" });
    await reset.click();
    await expect.element(screen.getByText("That did not work. Try again later.")).toBeVisible();
    service.on("POST /dev/reset", () => ({ result: {} }));
    await reset.click();
    await expect.element(screen.getByText("Demo data restored.")).toBeVisible();
  });
});

describe("the second factor", () => {
  async function openTfa() {
    const app = await openLogin();
    await app.username.fill("lena@harborlight.example");
    await app.password.fill(PASSWORD);
    await app.submit.click();
    const byMail = app.screen.getByRole("button", { name: /^Email/ });
    await expect.element(byMail).toBeVisible();
    const code = app.screen.getByLabelText("One-time code");
    const verify = app.screen.getByRole("button", { name: "Verify" });
    return { ...app, byMail, code, verify };
  }

  test("is chosen, proved, and signs in", async () => {
    const { byMail, code, verify, service, path } = await openTfa();
    await expectAccessible();
    await byMail.click();
    await expect.element(code).toHaveFocus();
    await expectAccessible();
    await code.fill(" 123456 ");
    await verify.click();
    await expect.poll(path).toBe("/calls/new");
    expect(service.requestsTo("POST /tfa/check")[0]?.body).toEqual({
      tfa_token: "challenge",
      type: "email",
      code: "123456",
    });
  });

  test("a wrong code can be corrected", async () => {
    const { byMail, code, verify, alert } = await openTfa();
    await byMail.click();
    await code.fill("000000");
    await verify.click();
    await expect.element(alert).toHaveTextContent("This code is wrong.");
    await expect.element(code).toBeVisible();
  });

  test("a new code may be asked for after its time, by way of the choice of method", async () => {
    const { screen, byMail, clock, service } = await openTfa();
    await byMail.click();
    await expect.element(screen.getByRole("button", { name: "New code in 0:30" })).toBeDisabled();
    clock.advance(29_000);
    await expect.element(screen.getByRole("button", { name: "New code in 0:01" })).toBeDisabled();
    clock.advance(1_000);
    await screen.getByRole("button", { name: "Get a new code" }).click();
    await byMail.click();
    await expect.poll(() => service.requestsTo("POST /tfa/send").length).toBe(2);
  });

  test("going back and choosing the same way again does not send another code", async () => {
    const { screen, byMail, code, service } = await openTfa();
    await byMail.click();
    await screen.getByRole("button", { name: "Back" }).click();
    await byMail.click();
    await expect.element(code).toBeVisible();
    expect(service.requestsTo("POST /tfa/send")).toHaveLength(1);
  });

  test("an expired code is not sent", async () => {
    const { screen, byMail, code, verify, clock, alert } = await openTfa();
    await byMail.click();
    await expect.element(screen.getByText("Time left 5:00")).toBeVisible();
    clock.advance(300_000);
    await expect.element(alert).toHaveTextContent("This code has expired. Please ask for a new one.");
    await code.fill("123456");
    await expect.element(verify).toBeDisabled();
  });

  test("canceling forgets it", async () => {
    const { screen, byMail, username } = await openTfa();
    await byMail.click();
    await screen.getByRole("button", { name: "Cancel" }).click();
    await expect.element(username).toBeVisible();
  });

  test("a failure of the last step cancels it and says why", async () => {
    const { byMail, code, verify, service, alert, username } = await openTfa();
    service.on("GET /myProfile", () => ({ result: aProfile({ phones: [] }) }));
    await byMail.click();
    await code.fill("123456");
    await verify.click();
    await expect.element(username).toBeVisible();
    await expect.element(alert).toHaveTextContent("Your active phone line was removed.");
  });
});

describe("a provider", () => {
  async function begin(store = new MemoryStore()) {
    const tabStore = new MemoryStore();
    const { screen, left } = await openLogin({ config: { google: provider }, tabStore, store });
    await screen.getByRole("button", { name: "Sign in with Google" }).click();
    await expect.poll(() => left.length).toBe(1);
    await screen.unmount();
    return { tabStore, asked: new URL(left[0] ?? "").searchParams };
  }

  test("[OUT1] is asked who it is after an account of Google was signed out, and else goes on by itself", async () => {
    const store = new MemoryStore();
    expect((await begin(store)).asked.get("prompt")).toBeNull();
    store.set("auth.google.left", "true");
    expect((await begin(store)).asked.get("prompt")).toBe("select_account");
  });

  test("is asked with state, nonce and a challenge", async () => {
    const { asked, tabStore } = await begin();
    expect(Object.fromEntries(asked)).toMatchObject({
      protocol: "oauth2",
      response_type: "code",
      access_type: "offline",
      client_id: "offhook",
      redirect_uri: "https://phone.example/login",
      scope: "openid profile email",
      code_challenge_method: "S256",
    });
    expect(asked.get("state")).toBe(tabStore.get("auth.google.state"));
    const verifier = new TextEncoder().encode(tabStore.get("auth.google.pkce_code_verifier") ?? "");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", verifier));
    const challenge = btoa(String.fromCharCode(...digest))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace("=", "");
    expect(asked.get("code_challenge")).toBe(challenge);
  });

  test("its answer is traded for a session", async () => {
    const { tabStore, asked } = await begin();
    const service = sessionService().on("POST /auth/google", () => ({ result: signedIn("token-maya") }));
    const app = await openLogin(
      { service, tabStore, config: { google: provider } },
      `/login?code=abc&state=${asked.get("state")}`,
    );
    await expect.poll(app.path).toBe("/calls/new");
    expect(service.requestsTo("POST /auth/google")[0]?.body).toMatchObject({
      code: "abc",
      redirect_uri: "https://phone.example/login",
      nonce: asked.get("nonce"),
    });
    expect(app.store.get("auth._token.google")).toBe("Bearer token-maya");
    expect(tabStore.keys()).toEqual([]);
  });

  test("a state that does not fit stores nothing", async () => {
    const { tabStore } = await begin();
    const app = await openLogin({ tabStore, config: { google: provider } }, "/login?code=abc&state=forged");
    await expect.element(app.alert).toHaveTextContent("This sign-in could not be verified");
    expect(app.path()).toBe("/login");
    expect(app.service.requests).toEqual([]);
    expect(app.platform.auth.current).toBeUndefined();
    expect(tabStore.keys()).toEqual([]);
  });

  test("one that takes longer than ten seconds is given up", async () => {
    const { tabStore, asked } = await begin();
    const service = sessionService().on("POST /auth/google", () => new Promise(() => {}));
    const app = await openLogin(
      { service, tabStore, config: { google: provider } },
      `/login?code=abc&state=${asked.get("state")}`,
    );
    await expect.poll(() => service.requestsTo("POST /auth/google").length).toBe(1);
    app.clock.advance(10_000);
    await expect.element(app.alert).toHaveTextContent("Google is taking too long. Please try again.");
  });
});
