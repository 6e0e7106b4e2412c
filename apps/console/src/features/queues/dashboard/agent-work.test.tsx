import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { aRing, aTalk } from "../../calls/testing/scripted-phone.ts";
import { anAgent, aQueueStatus, aWaitingCaller, dev, NOW_S } from "../testing/queue-statuses.ts";
import { renderDashboard } from "../testing/render-dashboard.tsx";

const part = (name: string) => page.getByRole("region", { name });
const missed = (reason: "noAnswer" | "declined") =>
  ({
    type: "QUEUE_MISSED",
    phone: "reception",
    queue_id: 301,
    queue_name: "Scheduling",
    callid: "call-1",
    reason,
    at: NOW_S,
  }) as const;
const open = aQueueStatus({
  waiting: [
    aWaitingCaller({ can_take: true }),
    aWaitingCaller({
      callid: "call-2",
      position: 2,
      number: "",
      name: "Ada",
      can_take: true,
      since: NOW_S - 9,
    }),
  ],
});

test("[ACD9] the wrap-up counts down, and the agent ends it", async () => {
  const agents = [anAgent({ state: "wrapUp", since: NOW_S, until: NOW_S + 15 }), dev()];
  const { clock, service, tell } = await renderDashboard({ queues: [aQueueStatus({ agents })] });
  const own = part("My queues");
  await expect.element(own).toHaveTextContent("Wrap-up ends in 0:15");
  clock.advance(1_000);
  await expect.element(own).toHaveTextContent("Wrap-up ends in 0:14");
  own.getByRole("button", { name: "Ready now" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => service.requestsTo("POST /queue/ready").map(({ body }) => body)).toEqual([{}]);
  tell({ type: "QUEUE_STATUS", status: aQueueStatus() });
  await expect.element(own.getByRole("button", { name: "Ready now" })).not.toBeInTheDocument();
});

test("[ACD10] a waiting call and the next call are taken where the queue allows", async () => {
  const { service } = await renderDashboard({ queues: [open] });
  await page.getByRole("button", { name: "Take Ada" }).click();
  await page.getByRole("button", { name: "Take the next call" }).click();
  await expect
    .poll(() => service.requestsTo("POST /queue/take").map(({ body }) => body))
    .toEqual([{ callid: "call-2" }, { callid: "call-1" }]);
});

test("[TAG2] the waiting list says who goes before others, and why", async () => {
  const waiting = [
    aWaitingCaller({ callid: "vip", priority: 10, tag: "VIP" }),
    aWaitingCaller({ callid: "listed", position: 2, priority: 5 }),
    aWaitingCaller({ callid: "other", position: 3 }),
  ];
  await renderDashboard({ queues: [aQueueStatus({ waiting })] });
  const rows = part("Waiting calls").getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent(/Priority: VIP · /);
  await expect.element(rows.nth(1)).toHaveTextContent(/Priority · /);
  await expect.element(rows.nth(2)).not.toHaveTextContent(/Priority/);
});

test("[ACD10] why a call cannot be taken is told, and nothing is offered that cannot be", async () => {
  const { tell } = await renderDashboard({
    queues: [open],
    prepare: (service) =>
      service.on("POST /queue/take", () =>
        refusal(409, "queues.callerGone", "This caller is not waiting any more"),
      ),
  });
  await page.getByRole("button", { name: "Take June Park" }).click();
  await expect.element(page.getByText("This caller is not waiting any more")).toBeVisible();
  const take = page.getByRole("button", { name: /^Take/ });
  tell({ type: "QUEUE_STATUS", status: { ...open, agents: [anAgent({ state: "busy" }), dev()] } });
  await expect.element(take).not.toBeInTheDocument();
  const waiting = [aWaitingCaller()];
  tell({ type: "QUEUE_STATUS", status: aQueueStatus({ waiting }) });
  await expect.element(part("Waiting calls")).toHaveTextContent("1 call waiting");
  await expect.element(take).not.toBeInTheDocument();
});

test("[ACD11] a missed call is told with its queue, and so is the pause", async () => {
  const { tell } = await renderDashboard();
  const own = part("My queues");
  tell(missed("noAnswer"));
  await expect.element(own.getByRole("alert")).toHaveTextContent("You missed a call from Scheduling.");
  await expect.element(own.getByText(/You are paused/)).not.toBeInTheDocument();
  const reason = "Missed a call";
  tell({ type: "QUEUE_PAUSE", user_id: null, phone: "reception", reason, since: NOW_S });
  await expect.element(own.getByText("You are paused: Missed a call")).toBeVisible();
  await own.getByRole("button", { name: "Resume" }).click();
  await expect.element(own.getByText(/You missed/)).not.toBeInTheDocument();
  tell(missed("declined"));
  await expect.element(own.getByRole("alert")).toHaveTextContent("You declined a call from Scheduling.");
  await own.getByRole("button", { name: "Close this note" }).click();
  await expect.element(own.getByText(/You declined/)).not.toBeInTheDocument();
});

const talking = aQueueStatus({
  agents: [anAgent({ state: "busy", call: { callid: "pbx-1", waited: 42 } }), dev()],
});
const via = { kind: "queue", name: "Scheduling" } as const;

test("[ACD12] the call now, with its queue, how long the caller had waited, and what was before", async () => {
  const time = Date.parse("2030-01-05T09:00:00Z");
  const text = { kind: "sms", id: "1", time, dir: "in", number: "12125550177", title: "Running late" };
  const entries = [{ ...text, subtitle: "", status: "", to: "" }];
  const { phone } = await renderDashboard({
    queues: [talking],
    prepare: (service) =>
      service.on("GET /contact/timeline", () => ({ result: { entries, next: null, kinds: ["sms"] } })),
  });
  await expect.element(part("My call")).not.toBeInTheDocument();
  phone.show(aTalk({ via }));
  await expect.element(part("My call")).toHaveTextContent("June Park(212) 555-0177 · Scheduling");
  await expect.element(part("My call")).toHaveTextContent("Waited 0:42");
  await expect.element(part("My call").getByText("Running late")).toBeVisible();
  await expect
    .element(part("My call").getByRole("link", { name: "Open call" }))
    .toHaveAttribute("href", "/calls/active/call-1");
  phone.show();
  await expect.element(part("My call")).not.toBeInTheDocument();
});

test("[ACD13] while a call rings, the page names the keys that answer and decline it", async () => {
  const { phone } = await renderDashboard();
  await expect.element(part("My queues")).toHaveTextContent("Joined");
  await expect.element(part("My queues").getByText(/Decline:/)).not.toBeInTheDocument();
  phone.show(aRing({ via }));
  await expect.element(part("My queues").getByText(/Decline:/)).toBeVisible();
});

test.each(["light", "dark"] as const)(
  "[ACD8] an agent's work can be read and reached, in %s",
  async (scheme) => {
    const { screen, phone, tell } = await renderDashboard({
      queues: [{ ...open, agents: [anAgent({ state: "wrapUp", until: NOW_S + 9 }), dev()] }],
      scheme,
    });
    phone.show(aTalk({ via }));
    tell(missed("noAnswer"));
    await expect.element(page.getByRole("button", { name: "Ready now" })).toBeVisible();
    await expect.element(page.getByText(/You missed/)).toBeVisible();
    await expectAccessible(screen.container);
  },
);
