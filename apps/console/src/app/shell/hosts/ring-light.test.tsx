import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderCalls } from "../../../features/calls/testing/render-calls.tsx";
import { aRing, aTalk, ScriptedPhone } from "../../../features/calls/testing/scripted-phone.ts";
import { RingCheckList } from "../../../features/ring/ring-check-list.tsx";
import { RingDialog } from "../../../features/ring/ring-dialog.tsx";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { expectAccessible } from "../../../testing/axe.ts";
import { type ShellDialog, ShellDialogs } from "../shell-dialogs.tsx";
import { AccountMenu } from "../top-bar/account-menu.tsx";
import { RingCardHost } from "./ring-card-host.tsx";

const ringMe = () => page.getByRole("button", { name: /^Ring (me now|again)$/ });
const card = () => page.getByRole("region", { name: "Will I ring?" });

test("[LIGHT5] a real call proves the light: it rings here, and when is remembered", async () => {
  const scripted = new ScriptedPhone();
  const { store } = await renderCalls(<RingCheckList />, {
    scripted,
    prepare: (service) => service.on("POST /calls/test", () => ({ result: { callid: "test-1" } })),
  });
  await ringMe().click();
  await expect.element(page.getByText("Calling you…")).toBeVisible();
  scripted.show(aRing({ callid: "test-1", caller: "Offhook test call" }));
  await expect
    .element(page.getByText(/^Rang at \d\d:\d\d [AP]M\. Answer it to hear yourself\.$/))
    .toBeVisible();
  expect(Number(store.get(STORAGE_KEYS.rangAt))).toBeGreaterThan(0);
  scripted.show();
  await expect.element(page.getByText(/^Rang at \d\d:\d\d [AP]M$/)).toBeVisible();
  await expect.element(ringMe()).toHaveTextContent("Ring again");
});

test("[LIGHT5] a test call that is refused, or does not arrive, says why", async () => {
  let isRefused = true;
  const message = "Your line takes no calls right now.";
  const { clock } = await renderCalls(<RingCheckList />, {
    prepare: (service) =>
      service.on("POST /calls/test", () =>
        isRefused
          ? { status: 409, error: { code: "calls.quiet", message } }
          : { result: { callid: "test-2" } },
      ),
  });
  await ringMe().click();
  await expect.element(page.getByText(message)).toBeVisible();
  isRefused = false;
  await ringMe().click();
  await expect.element(page.getByText("Calling you…")).toBeVisible();
  await expect.poll(() => clock.advance(10_000) ?? page.getByText(/did not reach/).query()).not.toBeNull();
  await expect.element(ringMe()).toBeEnabled();
});

test("[LIGHT6] each line has the button that mends it", async () => {
  const scripted = new ScriptedPhone({
    registration: { status: "failed", reason: "The phone system does not answer.", retryAt: undefined },
  });
  const { services } = await renderCalls(<RingCheckList />, {
    scripted,
    settings: { playCallIncomingSound: false },
  });
  await expect.element(page.getByText("The phone system does not answer.")).toBeVisible();
  await expect.element(ringMe()).toBeDisabled();
  await page.getByRole("button", { name: "Retry now: Phone" }).click();
  expect(scripted.asked).toContainEqual(["retryNow"]);
  await page.getByRole("button", { name: "Turn on: Ring sound" }).click();
  await expect.poll(() => services.settings.settings.playCallIncomingSound).toBe(true);
});

function Shell() {
  const [open, setOpen] = useState<ShellDialog>();
  return (
    <>
      <AccountMenu onOpen={setOpen} />
      <ShellDialogs open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

test("[LIGHT7] the account menu shows the light, and opens what is behind it", async () => {
  const { services } = await renderCalls(<Shell />, {
    prepare: (service) => service.on("GET /calls/passedOver", () => ({ result: [] })),
  });
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: /^Will I ring\?/ }).click();
  const dialog = page.getByRole("dialog", { name: "Will I ring?" });
  await expect.element(dialog.getByText(/^Connected/)).toBeVisible();
  services.settings.change({ disableCalls: true });
  await expect.element(dialog.getByText("Incoming calls are disabled.")).toBeVisible();
});

test.each(["light", "dark"] as const)(
  "[WHY7] the list says of each call why it did not ring, in %s",
  async (scheme) => {
    const call = {
      id: 1,
      callid: "call-1",
      phone: "reception",
      time: Date.parse("2030-01-07T08:30:00Z") / 1000,
      number: "12125550171",
      name: "Agnes Kowalski",
      via: "Scheduling",
      reason: "paused",
      detail: "Lunch",
      answered_by: "Dev Patel",
    };
    const lost = { ...call, id: 2, callid: "call-2", reason: "busy", detail: null, answered_by: null };
    await renderCalls(<RingDialog isOpen onClose={() => {}} />, {
      scheme,
      prepare: (service) => service.on("GET /calls/passedOver", () => ({ result: [call, lost] })),
    });
    const list = page.getByRole("region", { name: "Calls that did not ring here today" });
    await expect.element(list.getByText("Scheduling: paused (Lunch). Answered by Dev Patel.")).toBeVisible();
    await expect.element(list.getByText("Scheduling: you were on another call.")).toBeVisible();
    await expectAccessible(list.element());
  },
);

test("[WHY7] where every call rang, the list says so", async () => {
  await renderCalls(<RingDialog isOpen onClose={() => {}} />, {
    prepare: (service) => service.on("GET /calls/passedOver", () => ({ result: [] })),
  });
  await expect.element(page.getByText(/^None\. Every call/)).toBeVisible();
});

test.each(["light", "dark"] as const)(
  "[LIGHT8] the card is offered once after the first sign-in, dismissed for good, and passes axe in %s",
  async (scheme) => {
    const { clock, store } = await renderCalls(<RingCardHost isWelcome onCheck={() => {}} />, { scheme });
    await expect.element(card()).not.toBeInTheDocument();
    clock.advance(3_000);
    await expect.element(card()).toBeVisible();
    await expect.element(card().getByText("Microphone", { exact: true })).toBeVisible();
    const element = card().element();
    await expectAccessible(element);
    await card().getByRole("button", { name: "Dismiss the ring check" }).click();
    await expect.element(card()).not.toBeInTheDocument();
    expect(store.get(STORAGE_KEYS.ringCard)).toBe("done");
  },
);

test("[LIGHT8] whoever has seen it is not asked again", async () => {
  const { clock } = await renderCalls(<RingCardHost isWelcome onCheck={() => {}} />, {
    prepare: (_service, { store }) => store.set(STORAGE_KEYS.ringCard, "done"),
  });
  clock.advance(60_000);
  await expect.element(card()).not.toBeInTheDocument();
});

function Places() {
  const [isWelcome, setIsWelcome] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsWelcome(false)}>
        Elsewhere
      </button>
      <RingCardHost isWelcome={isWelcome} onCheck={() => {}} />
    </>
  );
}

test("[LIGHT8] the card never lies over a call or over other work", async () => {
  const scripted = new ScriptedPhone();
  const { clock } = await renderCalls(<Places />, { scripted });
  clock.advance(3_000);
  await expect.element(card()).toBeVisible();
  scripted.show(aTalk());
  await expect.element(card()).not.toBeInTheDocument();
  scripted.show();
  await expect.element(card()).toBeVisible();
  await page.getByRole("button", { name: "Elsewhere" }).click();
  await expect.element(card()).not.toBeInTheDocument();
});

test("[LIGHT7] the list steps aside when a call is answered, and not for one that is under way", async () => {
  const scripted = new ScriptedPhone();
  await renderCalls(<Shell />, { scripted });
  const open = async (): Promise<void> => {
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: /^Will I ring\?/ }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Will I ring?" });
  await open();
  scripted.show(aRing());
  await expect.element(dialog).toBeVisible();
  scripted.show(aTalk());
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(dialog).toBeVisible();
});

test("[LIGHT8] on a small screen it is one line that leads to the whole check", async () => {
  await page.viewport(390, 844);
  let checks = 0;
  const { clock } = await renderCalls(<RingCardHost isWelcome onCheck={() => (checks += 1)} />);
  clock.advance(3_000);
  await expect.element(card()).toBeVisible();
  expect(card().element().clientHeight).toBeLessThan(110);
  await page.viewport(1024, 768);
  await expect.poll(() => card().element().clientHeight).toBeLessThan(110);
  await card().getByRole("button", { name: "Check", exact: true }).click();
  expect(checks).toBe(1);
});
