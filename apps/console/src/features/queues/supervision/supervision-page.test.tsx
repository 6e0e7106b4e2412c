import type { QueueAct, QueueCall } from "@offhook/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { anAgent, aQueueStatus, aWaitingCaller, dev, NOW_S } from "../testing/queue-statuses.ts";
import { SupervisionPage } from "./supervision-page.tsx";

const SCOPE = ["calls", "supervision"] as const;

const aCall = (change: Partial<QueueCall> = {}): QueueCall => ({
  callid: "call-1",
  queue_id: 301,
  phone: "dev",
  agent: "Dev Patel",
  number: "12125550177",
  name: "June Park",
  since: NOW_S - 65,
  supervisors: [],
  ...change,
});

const anAct = (change: Partial<QueueAct> = {}): QueueAct => ({
  id: 1,
  at: NOW_S - 120,
  user_id: 3,
  user_name: "Ines Duarte",
  act: "pause",
  queue_id: null,
  phone: "dev",
  callid: null,
  detail: "Lunch",
  ...change,
});

const WAITING = [
  aWaitingCaller({ callid: "wait-2", position: 2, name: "Omar Reed", number: "13475550163" }),
  aWaitingCaller({ callid: "wait-3", position: 3, name: "Lucy Shaw", is_callback: true }),
];

async function renderPage(options: SignedInOptions = {}) {
  const world = { calls: [aCall()], acts: [anAct()], next: null as number | null };
  const rendered = await renderSignedIn(
    <main>
      <SupervisionPage />
    </main>,
    {
      profile: { scope: [...SCOPE] },
      ...options,
      prepare: (service, tab) => {
        tab.clock.advance(NOW_S * 1000 - tab.clock.now());
        const agents = [anAgent({ state: "loggedOut" }), dev({ state: "busy" })];
        const waiting = [aWaitingCaller({ callid: "wait-1", name: "Ada Long" }), ...WAITING];
        const queues = [
          aQueueStatus({ agents, waiting }),
          aQueueStatus({
            queue_id: 302,
            name: "Billing",
            extension: "302",
            agents: [dev({ state: "busy" })],
          }),
        ];
        const places = [
          { queue_id: 301, phone: "dev", penalty: 0, position: 0 },
          { queue_id: 301, phone: "reception", penalty: 3, position: 1 },
        ];
        service
          .on("GET /queue/status", () => ({ result: { queues, pause_reasons: ["Lunch", "Meeting"] } }))
          .on("GET /queue/calls", () => ({ result: world.calls }))
          .on("GET /queue/agents", () => ({ result: places }))
          .on("GET /queue/acts", () => ({ result: { acts: world.acts, next: world.next } }));
        for (const path of ["POST /queue/supervise", "POST /queue/takeOver"])
          service.on(path, () => ({ result: { callid: "own" } }));
        for (const path of [
          "POST /queue/front",
          "POST /queue/move",
          "DELETE /queue/callback",
          "POST /queue/agents/pause",
          "PUT /queue/agents/login",
          "PUT /queue/agents/logout",
        ])
          service.on(path, () => ({ result: {} }));
        service.on("PUT /queue/agents/order", ({ body }) => ({
          result: { queue_id: 301, phone: "dev", ...(body as object) },
        }));
        options.prepare?.(service, tab);
      },
    },
  );
  return { ...rendered, world };
}

const part = (name: string) => page.getByRole("region", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("[SUP11] calls of agents are listened to, and the mode that goes on is pressed", async () => {
  const { service, world, tell } = await renderPage();
  const calls = part("Calls with agents");
  await expect
    .element(calls.getByRole("listitem"))
    .toHaveTextContent(/Dev Patelwith June Park · Scheduling1:05/);
  await button("Listen to Dev Patel").click();
  world.calls = [aCall({ supervisors: [{ user_id: 1, name: "Maya Okafor", mode: "listen" }] })];
  tell({ type: "QUEUE_STATUS", status: aQueueStatus({ agents: [dev({ state: "busy" })] }) });
  await expect.element(button("Listen to Dev Patel")).toHaveAttribute("aria-pressed", "true");
  await button("Whisper to Dev Patel").click();
  await button("Take over the call of Dev Patel").click();
  expect(service.requestsTo("POST /queue/supervise").map(({ body }) => body)).toEqual([
    { callid: "call-1", mode: "listen" },
    { callid: "call-1", mode: "whisper" },
  ]);
  expect(service.requestsTo("POST /queue/takeOver").map(({ body }) => body)).toEqual([{ callid: "call-1" }]);
});

test("[SUP11] another supervisor in the call is named, and a refusal says why", async () => {
  const { world, tell } = await renderPage({
    prepare: (service) =>
      service.on("POST /queue/supervise", () => refusal(409, "request.invalid", "This call is over")),
  });
  world.calls = [aCall({ supervisors: [{ user_id: 9, name: "Noor Haddad", mode: "whisper" }] })];
  tell({ type: "QUEUE_STATUS", status: aQueueStatus() });
  await expect.element(page.getByText("Noor Haddad is whispering")).toBeVisible();
  await button("Barge in on Dev Patel").click();
  await expect.element(page.getByText("This call is over")).toBeVisible();
});

test("[SUP11] agents are paused, signed in and put in order, by keyboard too", async () => {
  const { service } = await renderPage();
  await expect.element(part("Scheduling")).toHaveTextContent(/Dev Patel.*On a call.*Maya Okafor.*Signed out/);
  await button("Actions for Dev Patel in Scheduling").click();
  await page.getByRole("menuitem", { name: "Pause: Lunch" }).click();
  await expect.element(page.getByText("Dev Patel is paused", { exact: true })).toBeVisible();
  await button("Actions for Maya Okafor in Scheduling").click();
  await page.getByRole("menuitem", { name: "Sign in to Scheduling" }).click();
  await button("Actions for Dev Patel in Scheduling").click();
  // The menu before it may still be fading out.
  const menu = page.getByRole("menu", { name: "Actions for Dev Patel in Scheduling" });
  await menu.getByRole("menuitem", { name: "Change order…" }).click();
  await page.getByRole("textbox", { name: "Penalty" }).fill("5");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Order saved")).toBeVisible();
  expect(service.requestsTo("POST /queue/agents/pause").map(({ body }) => body)).toEqual([
    { phone: "dev", reason: "Lunch" },
  ]);
  expect(service.requestsTo("PUT /queue/agents/login").map(({ body }) => body)).toEqual([
    { queue: 301, phone: "reception" },
  ]);
  expect(service.requestsTo("PUT /queue/agents/order").map(({ body }) => body)).toEqual([
    { queue: 301, phone: "dev", penalty: 5, position: 0 },
  ]);
});

test("[SUP12] waiting callers stand in order of their turn and are moved to the front and to another queue", async () => {
  const { service, tell } = await renderPage();
  const callers = part("Waiting callers").getByRole("listitem");
  await expect.element(callers.nth(0)).toHaveTextContent(/Ada Long.*Next in Scheduling0:42/);
  await expect.element(callers.nth(1)).toHaveTextContent(/Omar Reed.*Place 2 in Scheduling/);
  await button("Move Ada Long to the front").click({ force: true });
  const toFront = button("Move Omar Reed to the front");
  await toFront.click();
  await expect.element(page.getByText("Omar Reed is next in Scheduling")).toBeVisible();
  const [omar, lucy] = WAITING;
  const waiting = [
    { ...aWaitingCaller(omar), position: 1, priority: 10, tag: "VIP" },
    aWaitingCaller({ callid: "wait-1", position: 2, name: "Ada Long" }),
    aWaitingCaller(lucy),
  ];
  tell({ type: "QUEUE_STATUS", status: aQueueStatus({ waiting }) });
  await expect.element(callers.nth(0)).toHaveTextContent(/Omar Reed.*Priority: VIP.*Next in Scheduling/);
  await expect.element(toFront).toHaveFocus();
  await expect.element(toFront).toHaveAttribute("aria-disabled", "true");
  await button("Move Ada Long to another queue").click();
  await page.getByRole("menuitem", { name: "Billing" }).click();
  await expect.element(page.getByText("Ada Long is moved to Billing")).toBeVisible();
  expect(service.requestsTo("POST /queue/front").map(({ body }) => body)).toEqual([{ callid: "wait-2" }]);
  expect(service.requestsTo("POST /queue/move").map(({ body }) => body)).toEqual([
    { callid: "wait-1", queue: 302 },
  ]);
});

test("[SUP12] a callback is shown as such and canceled once the supervisor has confirmed", async () => {
  const { service } = await renderPage();
  const callback = part("Waiting callers").getByRole("listitem").filter({ hasText: "Lucy Shaw" });
  await expect.element(callback).toHaveTextContent(/Callback · .*Place 3 in Scheduling/);
  await expect.element(button("Cancel callback of Omar Reed")).not.toBeInTheDocument();
  await button("Cancel callback of Lucy Shaw").click();
  await button("Keep").click();
  await button("Cancel callback of Lucy Shaw").click();
  await button("Cancel callback").click();
  await expect.element(page.getByText("The callback of Lucy Shaw is canceled")).toBeVisible();
  expect(service.requestsTo("DELETE /queue/callback").map(({ query }) => query)).toEqual([
    { callid: "wait-3" },
  ]);
});

test("[SUP12] a caller who is gone stays where the queue has them, and the page says why", async () => {
  await renderPage({
    prepare: (service) =>
      service.on("POST /queue/front", () => refusal(409, "request.invalid", "This caller no longer waits")),
  });
  await button("Move Omar Reed to the front").click();
  await expect.element(page.getByText("This caller no longer waits")).toBeVisible();
});

test("[SUP9] what supervisors did is narrowed to an agent and a queue, older pages too", async () => {
  const { service, world } = await renderPage();
  await expect.element(part("Activity")).toHaveTextContent("Ines Duarte paused Dev Patel: Lunch");
  world.acts = [];
  await page.getByRole("combobox", { name: "Activity of agent" }).click();
  await page.getByRole("option", { name: "Dev Patel" }).click();
  await expect.element(part("Activity")).toHaveTextContent("No activity matches.");
  world.acts = [anAct({ id: 8, act: "logout", queue_id: 302 })];
  world.next = 8;
  await page.getByRole("combobox", { name: "Activity of queue" }).click();
  await page.getByRole("option", { name: "Billing" }).click();
  await expect.element(part("Activity")).toHaveTextContent("Ines Duarte signed Dev Patel out of Billing");
  world.acts = [anAct({ id: 7, act: "login", queue_id: 302 })];
  await button("Show older").click();
  await expect.element(part("Activity")).toHaveTextContent(/out of Billing.*signed Dev Patel in to Billing/);
  const asked = () => service.requestsTo("GET /queue/acts").map(({ query }) => query);
  const both = { phone: "dev", queue: "302" };
  await expect.poll(asked).toEqual([{}, { phone: "dev" }, both, { ...both, before: "8" }]);
});

test("[SUP9] what another supervisor does appears by itself, where it fits", async () => {
  const { tell, service } = await renderPage();
  await expect.element(part("Activity")).toHaveTextContent("Ines Duarte paused Dev Patel: Lunch");
  tell({ type: "QUEUE_ACT", act: anAct({ id: 2, user_name: "Noor Haddad", act: "resume", detail: null }) });
  const acts = part("Activity").getByRole("listitem");
  await expect.element(acts.first()).toHaveTextContent("Noor Haddad resumed Dev Patel");
  await page.getByRole("combobox", { name: "Activity of queue" }).click();
  await page.getByRole("option", { name: "Billing" }).click();
  await expect.poll(() => service.requestsTo("GET /queue/acts")).toHaveLength(2);
  await expect.element(acts).toHaveTextContent("paused Dev Patel: Lunch");
  tell({ type: "QUEUE_ACT", act: anAct({ id: 3, act: "login", queue_id: 301 }) });
  tell({ type: "QUEUE_ACT", act: anAct({ id: 4, act: "logout", queue_id: 302 }) });
  await expect.element(acts.first()).toHaveTextContent("signed Dev Patel out of Billing");
  expect(part("Activity").element().textContent).not.toContain("in to Scheduling");
});

test("[SUP9] what supervisors did is listed in words", async () => {
  await renderPage();
  await expect.element(part("Activity")).toHaveTextContent("Ines Duarte paused Dev Patel: Lunch");
});

test("[SUP11] whoever may not supervise is told so, and nothing is asked for", async () => {
  const { service } = await renderPage({ profile: { scope: ["calls"] } });
  await expect.element(page.getByText("Only supervisors can see this page.")).toBeVisible();
  expect(service.requestsTo("GET /queue/calls")).toEqual([]);
});

test.each(["light", "dark"] as const)("[SUP11] everything can be read and reached, in %s", async (scheme) => {
  const { screen } = await renderPage({ scheme });
  await expect.element(part("Calls with agents").getByText("Dev Patel")).toBeVisible();
  await expectAccessible(screen.container);
});
