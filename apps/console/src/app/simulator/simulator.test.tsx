import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { renderSignedIn, type Scheme } from "../../testing/render-signed-in.tsx";
import { SIMULATOR_ACTS, type SimulatorActId } from "./simulator-acts.ts";
import { SimulatorDrawer } from "./simulator-drawer.tsx";
import { SimulatorHost } from "./simulator-host.tsx";

const OWN = { number: "12125550141", extension: "101", smsLine: "12125550110" };
const requestsOf = (wanted: SimulatorActId) =>
  SIMULATOR_ACTS.find(({ id }) => id === wanted)?.requests(OWN) ?? [];

test("every act asks the simulator for what it says", () => {
  expect(requestsOf("ringMe")).toEqual(["/dev/calls?from=12125550171&to=12125550141&name=June%20Park"]);
  expect(requestsOf("ringMeTwice")).toHaveLength(2);
  expect(requestsOf("leaveMessage")[0]).toMatch(/&message=friday$/);
  expect(requestsOf("doorbell")).toEqual(["/dev/doorbell?to=101"]);
  const rush = requestsOf("queueRush");
  expect(new Set(rush).size).toBe(8);
  expect(rush.filter((address) => address.endsWith("&gives_up=25"))).toHaveLength(1);
  expect(rush.filter((address) => address.endsWith("&keys=1"))).toHaveLength(1);
  expect(requestsOf("stop")).toEqual(["/dev/texts?from=12125550164&to=12125550110&photo=0&text=STOP"]);
  expect(requestsOf("photo")[0]).toContain("photo=1");
  expect(requestsOf("faxMe")[0]).toMatch(
    /^\/dev\/faxes\?from=12125550172&to=12125550130&.*document=referral$/,
  );
  expect(requestsOf("breakFax")[0]).toMatch(/document=chart&broken=1$/);
  expect(requestsOf("cutCarrier")).toEqual(["/dev/texts/cut?seconds=10"]);
  expect(requestsOf("cutNetwork")).toEqual(["/dev/outage?seconds=10"]);
});

test("outside a demo there is no simulator", async () => {
  await renderSignedIn(<SimulatorHost />);
  expect(page.getByRole("button", { name: "Simulator" }).elements()).toEqual([]);
});

async function openDrawer(isReachable: boolean, scheme: Scheme = "light") {
  const asked: string[] = [];
  let closed = 0;
  await renderSignedIn(<SimulatorDrawer isOpen onClose={() => (closed += 1)} />, {
    scheme,
    prepare: (_service, tab) => {
      const { fetch: usual } = tab.browser;
      Object.assign(tab.browser, {
        fetch: async (address: string, request?: RequestInit) => {
          if (!address.startsWith("/dev")) return usual(address, request);
          asked.push(`${request?.method} ${address}`);
          return new Response("{}", { status: isReachable ? 200 : 503 });
        },
      });
    },
  });
  return { asked, closedTimes: () => closed };
}

test("'Ring me' lets somebody call the user's own line, and makes room for the ringing card", async () => {
  const { asked, closedTimes } = await openDrawer(true);
  await page.getByRole("button", { name: /^Ring me June/ }).click();
  await expect.poll(closedTimes).toBe(1);
  expect(asked).toEqual(["POST /dev/calls?from=12125550171&to=12125550101&name=June%20Park"]);
});

test("what the simulator refuses is said", async () => {
  const { closedTimes } = await openDrawer(false);
  await page.getByRole("button", { name: /^Queue rush/ }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The simulator cannot do this right now.");
  expect(closedTimes()).toBe(0);
});

test.each(["light", "dark"] as const)("passes axe, %s", async (scheme) => {
  await openDrawer(true, scheme);
  await expect.element(page.getByRole("dialog", { name: "Simulator" })).toBeVisible();
  await expectAccessible(document.body);
});
