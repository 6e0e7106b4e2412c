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

const AT_WORK = {
  is_on: true,
  people: [
    { name: "Priya Nair", state: "talking" },
    { name: "Samuel Adeyemi", state: "paused" },
  ],
};
const AT_HOME = { is_on: false, people: [] };

async function openDrawer(isReachable: boolean, scheme: Scheme = "light") {
  let colleagues: object = AT_WORK;
  const asked: string[] = [];
  let closed = 0;
  await renderSignedIn(<SimulatorDrawer isOpen onClose={() => (closed += 1)} />, {
    scheme,
    prepare: (_service, tab) => {
      const { fetch: usual } = tab.browser;
      Object.assign(tab.browser, {
        fetch: async (address: string, request?: RequestInit) => {
          if (!address.startsWith("/dev")) return usual(address, request);
          if (address === "/dev/colleagues.json") return Response.json(colleagues);
          asked.push(`${request?.method} ${address}`);
          if (isReachable && address.startsWith("/dev/colleagues"))
            colleagues = address.endsWith("1") ? AT_WORK : AT_HOME;
          return Response.json(colleagues, { status: isReachable ? 200 : 503 });
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

test("[COL5] colleagues are seen at work, sent home and brought back", async () => {
  const { asked } = await openDrawer(true);
  const people = page.getByRole("list", { name: "What colleagues are doing" });
  await expect.element(people.getByText("Priya Nair")).toBeVisible();
  await expect.element(people).toHaveTextContent("on a call");
  const toggle = page.getByRole("switch", { name: "Colleagues" });
  await toggle.click();
  await expect.element(people).not.toBeInTheDocument();
  await expect.element(toggle).not.toBeChecked();
  await toggle.click();
  await expect.element(people).toHaveTextContent("on a break");
  expect(asked).toEqual(["POST /dev/colleagues?on=0", "POST /dev/colleagues?on=1"]);
});

test("[COL5] a switch that cannot be turned goes back and says so", async () => {
  await openDrawer(false);
  const toggle = page.getByRole("switch", { name: "Colleagues" });
  await expect.element(toggle).toBeChecked();
  await toggle.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The simulator cannot do this right now.");
  await expect.element(toggle).toBeChecked();
});

test.each(["light", "dark"] as const)("passes axe, %s", async (scheme) => {
  await openDrawer(true, scheme);
  await expect.element(page.getByRole("dialog", { name: "Simulator" })).toBeVisible();
  await expectAccessible(document.body);
});
