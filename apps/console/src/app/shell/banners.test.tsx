import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ForwardingSection } from "../../features/settings/page/sections/forwarding-section.tsx";
import { renderSignedIn } from "../../testing/render-signed-in.tsx";
import { Banners } from "./banners.tsx";
import { AccountMenu } from "./top-bar/account-menu.tsx";

const settings = JSON.stringify({ fwPhoneNr: { reception: "103" } });
const profile = { user_settings: { settings, type: "teleconsole", version: 0 } } as const;

test("[NET3] while the network is offline nobody is online", async () => {
  const { platform, service } = await renderSignedIn(
    <>
      <Banners onShowAlerts={() => {}} />
      <AccountMenu onOpen={() => {}} />
    </>,
    { prepare: (told) => told.on("GET /status", () => "unreachable") },
  );
  const account = page.getByRole("button", { name: /online|offline/i });
  await expect.element(account).toHaveAccessibleName(/online/i);
  platform.network.reportOffline();
  await expect.element(page.getByText("Network offline")).toBeVisible();
  await expect.element(account).toHaveAccessibleName(/offline/i);
  service.on("GET /status", () => ({ result: {} }));
});

test("[FWD1] what the banner turns off is off in the settings too", async () => {
  const { services, clock, service } = await renderSignedIn(
    <>
      <Banners onShowAlerts={() => {}} />
      <ForwardingSection />
    </>,
    { profile, phone: { forwarding: "103" } },
  );
  await expect.element(page.getByText("All calls go to 103.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).first().click();
  await expect.element(page.getByText("Not forwarded.")).toBeVisible();
  await expect.element(page.getByText("Your phone line is forwarded to 103.")).not.toBeInTheDocument();
  await expect.poll(() => services.settings.settings.fwPhoneNr).toEqual({});
  clock.advance(300);
  await expect
    .poll(() => service.requestsTo("PUT /user/settings").at(-1)?.body)
    .toMatchObject({ settings: '{"fwPhoneNr":{}}' });
});

test("[FWD1] settings that remember a number the line does not have are put right", async () => {
  const { services } = await renderSignedIn(<ForwardingSection />, { profile });
  await expect.element(page.getByText("Not forwarded.")).toBeVisible();
  await expect.poll(() => services.settings.settings.fwPhoneNr).toEqual({});
});

test("[FWD2] phone lines that cannot be loaded are told of in red, and tried again", async () => {
  let isDown = true;
  await renderSignedIn(<ForwardingSection />, {
    prepare: (service) => service.on("GET /phones", () => (isDown ? { status: 500 } : { result: [] })),
  });
  const told = page.getByText(/^Could not load your phone lines/);
  await expect.element(told).toBeVisible();
  const [red = 0, green = 0, blue = 0] =
    getComputedStyle(told.element()).color.match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(told).not.toBeInTheDocument();
});
