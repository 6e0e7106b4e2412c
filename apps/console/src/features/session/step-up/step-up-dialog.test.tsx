import { Modal } from "@mantine/core";
import type { StepUpChoice } from "@offhook/contract";
import { OffhookTheme, SnackbarProvider } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { PlatformProvider } from "../../../platform/platform-context.tsx";
import { openFakeTab } from "../../../testing/fake-browser.ts";
import { FakeService, refusal, stepUpNeeded } from "../../../testing/fake-service.ts";
import { stopLoadingTime } from "../../../testing/loading-time.ts";
import { expectAccessible } from "../../../testing/render-app.tsx";
import { passAnswerOn } from "./provider-answer.ts";
import { StepUpHost } from "./step-up-host.tsx";

const TFA: StepUpChoice["tfa"] = {
  tfa_required: true,
  tfa_token: "challenge",
  title: "Two-factor authentication",
  description: "",
  methods: [{ type: "app", value: "", title: "Authenticator app", description: "" }],
};

function guardedService(choice: Partial<StepUpChoice>) {
  return new FakeService()
    .on("DELETE /sessions", ({ proof }) =>
      proof === "proof-1" ? { result: { signed_out: 2 } } : stepUpNeeded,
    )
    .on("POST /loginToken", ({ proof }) =>
      proof === "proof-1" ? { result: { id: "x", url: "/", expires_at: 1 } } : stepUpNeeded,
    )
    .on("POST /stepUp", () => ({ result: { password: true, tfa: null, providers: [], ...choice } }))
    .on("POST /tfa/send", () => ({
      result: {
        type: "app",
        value: "",
        timeout: 600,
        resendTimeout: 0,
        title: "Enter the code",
        description: "Open your authenticator app.",
      },
    }))
    .on("POST /stepUp/check", ({ body }) => {
      const given = body as Record<string, string>;
      if (given.password === "right" || given.code === "123456" || given.provider === "google")
        return { result: { proof: "proof-1", expires_in: 300 } };
      return refusal(400, "session.wrongPassword", "The current password is wrong");
    });
}

async function open(choice: Partial<StepUpChoice> = {}, outer?: ReactNode) {
  const service = guardedService(choice);
  const provider = {
    authorization_endpoint: "https://accounts.example/auth",
    client_id: "us",
    scope: "openid",
  };
  const { platform, clock } = openFakeTab({ service, config: { google: provider } });
  platform.auth.install({ token: "t", refreshToken: "r", strategy: "local", accountId: 1 });
  const screen = await render(
    <PlatformProvider value={platform}>
      <OffhookTheme theme="light" background="whiteSmoke">
        <SnackbarProvider clock={clock}>
          <main>
            <h1>Settings</h1>
            {outer}
          </main>
          <StepUpHost />
        </SnackbarProvider>
      </OffhookTheme>
    </PlatformProvider>,
  );
  return { screen, service, platform, clock };
}

afterEach(() => vi.restoreAllMocks());

test("[STP8] a refused request opens the dialog, and goes again once the password was right", async () => {
  const { screen, service, platform } = await open();
  const ended = platform.client.endOtherSessions();
  const linked = platform.client.createLoginToken();
  const dialog = screen.getByRole("dialog", { name: "Confirm that it is you" });
  await expect.element(dialog.getByLabelText("Password", { exact: true })).toHaveFocus();
  await expectAccessible();
  await dialog.getByLabelText("Password", { exact: true }).fill("wrong");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(dialog.getByText("The current password is wrong")).toBeVisible();
  await dialog.getByLabelText("Password", { exact: true }).fill("right");
  await userEvent.keyboard("{Enter}");

  expect(await ended).toEqual({ signed_out: 2 });
  expect(await linked).toMatchObject({ id: "x" });
  await expect.element(dialog).not.toBeInTheDocument();
  expect(service.requestsTo("POST /stepUp")).toHaveLength(1);
});

test("[STP8] the proof serves the next requests, until it is old, and never reaches the storage", async () => {
  const { screen, service, platform, clock } = await open();
  const first = platform.client.endOtherSessions();
  await screen.getByLabelText("Password", { exact: true }).fill("right");
  await screen.getByRole("button", { name: "Confirm" }).click();
  await first;
  await platform.client.createLoginToken();
  expect(service.requestsTo("POST /loginToken").map(({ proof }) => proof)).toEqual(["proof-1"]);
  const stored = platform.browser.store.keys().map((key) => platform.browser.store.get(key));
  expect(stored.join()).not.toContain("proof-1");

  clock.advance(300_000);
  const late = platform.client.createLoginToken().catch((failure: unknown) => failure);
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  expect(await late).toMatchObject({ message: "Confirm that it is you to make this change" });
});

test("[STP8] a code of the second factor does as well", async () => {
  const { screen, service, platform } = await open({ tfa: TFA });
  const ended = platform.client.endOtherSessions();
  await screen.getByRole("button", { name: "Use another way" }).click();
  await screen.getByRole("button", { name: "Authenticator app" }).click();
  await screen.getByLabelText("One-time code").fill("123456");
  await expectAccessible();
  await screen.getByRole("button", { name: "Confirm" }).click();
  expect(await ended).toEqual({ signed_out: 2 });
  expect(service.requestsTo("POST /stepUp/check")[0]?.body).toEqual({
    tfa_token: "challenge",
    type: "app",
    code: "123456",
  });
});

test("[STP7] a user who signs in with Google only confirms it there, in a window of its own", async () => {
  const target = { location: { href: "" } };
  vi.spyOn(window, "open").mockReturnValue(target as unknown as Window);
  const { screen, service, platform } = await open({ password: false, providers: ["google"] });
  const ended = platform.client.endOtherSessions();
  await screen.getByRole("button", { name: "Continue with Google" }).click();
  await expect.element(screen.getByText("Go on in the window of Google.")).toBeVisible();
  await expect.poll(() => target.location.href).toContain("https://accounts.example/auth");
  const asked = new URL(target.location.href).searchParams;
  expect(asked.get("prompt")).toBe("select_account");

  // An answer to another question counts for nothing.
  expect(passAnswerOn({ pathname: "/login", search: "?code=stolen&state=window.forged" })).toBe(true);
  expect(passAnswerOn({ pathname: "/login", search: `?code=good&state=${asked.get("state")}` })).toBe(true);
  expect(await ended).toEqual({ signed_out: 2 });
  expect(service.requestsTo("POST /stepUp/check").map(({ body }) => body)).toMatchObject([
    {
      provider: "google",
      code: "good",
      nonce: asked.get("nonce"),
      redirect_uri: "https://phone.example/login",
    },
  ]);
});

test("an ordinary sign-in with a provider is no answer to a window", () => {
  expect(passAnswerOn({ pathname: "/login", search: "?code=c&state=abc" })).toBe(false);
  expect(passAnswerOn({ pathname: "/calls/new", search: "?code=c&state=window.abc" })).toBe(false);
});

test("[STP8] a user without a way to confirm it is told what to do", async () => {
  const { screen, platform } = await open({ password: false });
  const ended = platform.client.endOtherSessions().catch((failure: unknown) => failure);
  await expect.element(screen.getByText(/Ask your administrator for help\.$/)).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  expect(await ended).toBeInstanceOf(ApiFailure);
});

function OuterDialog(): ReactNode {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Edit your profile">
      <input aria-label="Name" />
    </Modal>
  );
}

test("[STP8] Escape leaves the question, and not the dialog that asked it", async () => {
  const { screen, platform } = await open({}, <OuterDialog />);
  const ended = platform.client.endOtherSessions().catch((failure: unknown) => failure);
  await expect.element(screen.getByLabelText("Password", { exact: true })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(await ended).toBeInstanceOf(ApiFailure);
  await expect
    .element(screen.getByRole("dialog", { name: "Confirm that it is you" }))
    .not.toBeInTheDocument();
  await expect.element(screen.getByRole("dialog", { name: "Edit your profile" })).toBeVisible();
});

test("[LOAD1] the first step waits until the skeleton, once it has appeared, was seen", async () => {
  const { screen, service, platform } = await open();
  let arrive = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  service.on("POST /stepUp", async () => {
    await arrival;
    return { result: { password: true, tfa: null, providers: [] } };
  });
  const { pass, until } = stopLoadingTime();
  platform.client.createLoginToken().catch(() => {});
  const skeleton = screen.getByRole("dialog").getByRole("status", { name: "Loading", includeHidden: true });
  await until(() => skeleton.query() !== null);
  await pass(210);
  arrive();
  await pass(10);
  expect(skeleton.query()).not.toBeNull();
  await pass(200);
  await expect.element(screen.getByLabelText("Password", { exact: true })).toBeInTheDocument();
});
