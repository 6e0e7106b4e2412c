import { OffhookTheme, SnackbarProvider } from "@offhook/ui";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AccountQueries, AccountQueriesProvider } from "../../../platform/api/account-queries.ts";
import { PlatformProvider } from "../../../platform/platform-context.tsx";
import { PushClient } from "../../../platform/push/push-client.ts";
import { PushProvider } from "../../../platform/push/push-context.tsx";
import { openFakeTab } from "../../../testing/fake-browser.ts";
import { FakePushService } from "../../../testing/fake-push-service.ts";
import { FakeService, refusal } from "../../../testing/fake-service.ts";
import { expectAccessible } from "../../../testing/render-app.tsx";
import { SecurityPanel } from "./security-panel.tsx";

function aDevice(id: string, current = false) {
  return {
    id,
    device: `Chrome on ${id}`,
    address: "192.0.2.7",
    created_at: 1,
    last_used_at: 1_900_000_000,
    current,
  };
}

function accountService() {
  const world = {
    devices: [aDevice("Linux", true), aDevice("Windows"), aDevice("Android")],
    methods: [] as { type: string; value: string; title: string; description: string }[],
  };
  const service = new FakeService()
    .on("GET /sessions", () => ({ result: world.devices }))
    .on("DELETE /sessions/Windows", () => {
      world.devices = world.devices.filter(({ id }) => id !== "Windows");
      return { result: { signed_out: 1 } };
    })
    .on("DELETE /sessions", () => {
      world.devices = world.devices.filter(({ current }) => current);
      return { result: { signed_out: 2 } };
    })
    .on("GET /tfa", () => ({
      result: { methods: world.methods, recovery_codes_left: world.methods.length > 0 ? 10 : 0 },
    }))
    .on("POST /tfa/enroll", () => ({
      result: {
        enrollment: "e1",
        secret: "JBSWY3DPEHPK3PXP",
        uri: "otpauth://totp/Offhook:maya?secret=JBSWY3DP",
      },
    }))
    .on("POST /tfa/confirm", ({ body }) => {
      if ((body as { code: string }).code !== "123456")
        return refusal(400, "session.wrongCode", "This code is wrong.");
      world.methods = [{ type: "app", value: "", title: "Authenticator app", description: "" }];
      return { result: { recovery_codes: ["aaaa-1111", "bbbb-2222"] } };
    })
    .on("DELETE /tfa", () => {
      world.methods = [];
      return { result: { methods: [], recovery_codes_left: 0 } };
    });
  return { world, service };
}

async function openPanel(service: FakeService, scheme: "light" | "dark" = "light") {
  const { platform, clock } = openFakeTab({ service });
  platform.auth.install({ token: "t", refreshToken: "r", strategy: "local", accountId: 1 });
  const pushService = new FakePushService();
  const push = new PushClient({
    clock,
    random: () => 0.5,
    openSocket: pushService.openSocket,
    token: async () => "key",
    cursor: { load: () => 0, save: () => {} },
    isOnline: () => true,
    onHandlerFailed: (failure) => {
      throw failure;
    },
  });
  push.start();
  const screen = await render(
    <PlatformProvider value={platform}>
      <OffhookTheme theme={scheme} background="whiteSmoke">
        <SnackbarProvider clock={clock}>
          <AccountQueriesProvider value={new AccountQueries()}>
            <PushProvider value={push}>
              <main>
                <h1>Settings</h1>
                <SecurityPanel />
              </main>
            </PushProvider>
          </AccountQueriesProvider>
        </SnackbarProvider>
      </OffhookTheme>
    </PlatformProvider>,
  );
  return { screen, pushService };
}

test.each(["light", "dark"] as const)("is accessible in %s", async (scheme) => {
  const { service } = accountService();
  const { screen } = await openPanel(service, scheme);
  await expect.element(screen.getByText("This device")).toBeVisible();
  await expectAccessible();
});

test("devices are listed and signed out, one or all others", async () => {
  const { service } = accountService();
  const { screen } = await openPanel(service);
  const devices = screen.getByRole("region", { name: "Signed-in devices" });
  await expect.element(devices.getByText("Chrome on Windows")).toBeVisible();
  await devices.getByRole("button", { name: "Sign out Chrome on Windows" }).click();
  await expect.element(devices.getByText("Chrome on Windows")).not.toBeInTheDocument();
  await devices.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect.poll(() => devices.getByRole("listitem").elements().length).toBe(1);
  await expect
    .element(devices.getByRole("button", { name: "Sign out all other devices" }))
    .not.toBeInTheDocument();
});

test("a device that signs in elsewhere appears by itself", async () => {
  const { service, world } = accountService();
  const { screen, pushService } = await openPanel(service);
  await expect.element(screen.getByText("Chrome on Android")).toBeVisible();
  world.devices = [...world.devices, aDevice("iPad")];
  pushService.current?.deliver();
  pushService.publish("SESSIONS_CHANGED");
  pushService.current?.deliver();
  await expect.element(screen.getByText("Chrome on iPad")).toBeVisible();
});

test("[TFA9] a second factor that is removed elsewhere disappears by itself", async () => {
  const { service, world } = accountService();
  world.methods = [{ type: "app", value: "", title: "Authenticator app", description: "" }];
  const { screen, pushService } = await openPanel(service);
  const section = screen.getByRole("region", { name: "Two-factor authentication" });
  const add = section.getByRole("button", { name: "Add an authenticator app" });
  await expect.element(section.getByText("Authenticator app", { exact: true })).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  world.methods = [];
  pushService.current?.deliver();
  pushService.publish("TFA_CHANGED");
  pushService.current?.deliver();
  await expect.element(add).toBeVisible();
});

test("an authenticator app is added with its first code, and hands out recovery codes", async () => {
  const { service } = accountService();
  const { screen } = await openPanel(service);
  const section = screen.getByRole("region", { name: "Two-factor authentication" });
  await section.getByRole("button", { name: "Add an authenticator app" }).click();
  await expect.element(section.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expect.element(section.getByText("JBSWY3DPEHPK3PXP")).toBeVisible();
  await expectAccessible();

  const code = section.getByLabelText("One-time code");
  const confirm = section.getByRole("button", { name: "Confirm" });
  await confirm.click();
  await expect.element(section.getByText("This field is required")).toBeVisible();
  await code.fill("000000");
  await confirm.click();
  await expect.element(section.getByText("This code is wrong.")).toBeVisible();
  await code.fill("123456");
  await confirm.click();
  await expect.element(section.getByText("aaaa-1111")).toBeVisible();

  await section.getByRole("button", { name: "I've saved these codes" }).click();
  await expect.element(section.getByText("10 codes left")).toBeVisible();
  await section.getByRole("button", { name: "Remove Authenticator app" }).click();
  await expect.element(section.getByText("10 codes left")).not.toBeInTheDocument();
});

test("the password is changed with the current one", async () => {
  const { service } = accountService();
  service.on("PUT /password", ({ body }) =>
    (body as { current: string }).current === "offhook-demo"
      ? { result: {} }
      : refusal(400, "session.wrongPassword", "The current password is wrong"),
  );
  const { screen } = await openPanel(service);
  const section = screen.getByRole("region", { name: "Password" });
  const change = section.getByRole("button", { name: "Change password" });
  const [current, next, repeat] = ["Current password", "New password", "Repeat the new password"].map(
    (label) => section.getByLabelText(label, { exact: true }),
  );
  await change.click();
  await expect.poll(() => section.getByText("This field is required").elements()).toHaveLength(3);
  await current?.fill("wrong one");
  await next?.fill("a brand new one");
  await repeat?.fill("a brand new one");
  await change.click();
  await expect.element(section.getByText("The current password is wrong")).toBeVisible();
  await current?.fill("offhook-demo");
  await change.click();
  await expect
    .element(screen.getByText("Password changed. Other devices have been signed out."))
    .toBeVisible();
  await expect.element(section.getByLabelText("New password", { exact: true })).toHaveValue("");
});

test("a list that does not load can be asked for again", async () => {
  const { service, world } = accountService();
  service.on("GET /sessions", () => refusal(403, "x.y", "Not now"));
  const { screen } = await openPanel(service);
  const devices = screen.getByRole("region", { name: "Signed-in devices" });
  await expect.element(devices.getByText("Not now")).toBeVisible();
  service.on("GET /sessions", () => ({ result: world.devices }));
  await devices.getByRole("button", { name: "Try again" }).click();
  await expect.element(devices.getByText("This device")).toBeVisible();
});
