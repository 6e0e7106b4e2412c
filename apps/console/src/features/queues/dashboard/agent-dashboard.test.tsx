import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { anAgent, aQueueStatus, aWaitingCaller, dev, NOW_S, theNumbers } from "../testing/queue-statuses.ts";
import { renderDashboard } from "../testing/render-dashboard.tsx";

const part = (name: string) => page.getByRole("region", { name });
const busy = aQueueStatus({
  waiting: [
    aWaitingCaller(),
    aWaitingCaller({ callid: "call-2", position: 2, number: "", name: "", since: NOW_S - 5 }),
  ],
  agents: [
    anAgent(),
    dev({ state: "paused", reason: "Lunch", since: NOW_S - 125 }),
    dev({ phone: "ines", user_id: 3, name: "Ines Duarte", state: "loggedOut" }),
  ],
});

test("[ACD2] waiting calls have a name, a number, their queue and a time that counts", async () => {
  const { clock } = await renderDashboard({ queues: [busy] });
  const row = part("Waiting calls").getByRole("listitem").first();
  await expect.element(row).toHaveTextContent("June Park(212) 555-0177 · Scheduling0:42");
  await expect.element(part("Waiting calls").getByText("Private number")).toBeVisible();
  await expect.element(part("Waiting calls").getByRole("status")).toHaveTextContent("2 calls waiting");
  clock.advance(1_000);
  await expect.element(row).toHaveTextContent("0:43");
});

test("[ACD1] callers come and go as the service tells", async () => {
  const { tell } = await renderDashboard();
  await expect.element(page.getByText("No one is waiting.")).toBeVisible();
  tell({ type: "QUEUE_STATUS", status: busy });
  await expect.element(part("Waiting calls").getByText("June Park")).toBeVisible();
  await expect.element(part("Colleagues")).toHaveTextContent("Paused: Lunch");
  tell({ type: "QUEUE_STATUS", status: aQueueStatus() });
  await expect.element(page.getByText("No one is waiting.")).toBeVisible();
});

test("[ACD3] colleagues have their state and since when", async () => {
  await renderDashboard({ queues: [busy] });
  const row = (name: string) => part("Colleagues").getByRole("listitem").filter({ hasText: name });
  await expect.element(row("Dev Patel")).toHaveTextContent("Dev PatelSchedulingPaused: Lunch2:05");
  await expect.element(row("Ines Duarte")).toHaveTextContent("Signed out");
  await expect.element(row("Maya Okafor")).not.toBeInTheDocument();
});

test("[ACD4] an agent pauses with a reason and resumes", async () => {
  const { service } = await renderDashboard();
  const own = part("My queues");
  await expect.element(own).toHaveTextContent("Free1:00");
  await own.getByRole("button", { name: "Pause: Lunch" }).click();
  await expect.element(own).toHaveTextContent("Paused: Lunch0:00");
  expect(service.requestsTo("POST /queue/pause").map(({ body }) => body)).toEqual([{ reason: "Lunch" }]);
  await own.getByRole("button", { name: "Resume" }).click();
  await expect.element(own).toHaveTextContent("Free");
  await expect.element(own.getByRole("button", { name: "Pause: Break" })).toBeVisible();
});

test("[ACD4] a pause that the service refuses goes back and says why", async () => {
  await renderDashboard({
    prepare: (service) =>
      service.on("POST /queue/pause", () =>
        refusal(400, "request.invalid", "This reason is not on the list"),
      ),
  });
  await page.getByRole("button", { name: "Pause: Lunch" }).click();
  await expect.element(page.getByText("This reason is not on the list")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Pause: Lunch" })).toBeVisible();
});

test("[ACD7] a queue is left and joined", async () => {
  const { service } = await renderDashboard({
    prepare: (fake) =>
      fake.on("PUT /queue/logout", () => ({
        result: { id: 301, name: "Scheduling", extension: "301", available: "0" },
      })),
  });
  const own = part("My queues");
  await expect.element(own).toHaveTextContent("301 · Joined");
  await own.getByRole("button", { name: "Leave Scheduling" }).click();
  await expect.element(own).toHaveTextContent("301 · Not joined");
  await expect.element(own.getByRole("button", { name: "Join Scheduling" })).toBeVisible();
  await expect.element(page.getByText("Logged out of queue Scheduling")).toBeVisible();
  expect(service.requestsTo("PUT /queue/logout")).toHaveLength(1);
});

test("[ACD5] the day in numbers, of the user and of each queue", async () => {
  await renderDashboard({ queues: [busy] });
  await expect.element(part("My day")).toHaveTextContent("Answered5Missed1Talk time22:05Longest wait1:01");
  await expect
    .element(part("Queues today"))
    .toHaveTextContent("Waiting2Longest wait1:35Answered9Abandoned2Service level82%");
});

test("[ACD5] a queue without calls has no service level", async () => {
  await renderDashboard({ numbers: theNumbers({ service_level: null, longest_wait: 0 }) });
  await expect.element(part("Queues today")).toHaveTextContent("Longest wait0:00");
  await expect.element(part("Queues today")).toHaveTextContent("Service level–");
});

test("[ACD6] a failed load can be tried again", async () => {
  let isUp = false;
  await renderDashboard({
    prepare: (service) =>
      service.on("GET /queue/status", () =>
        isUp ? { result: { queues: [busy], pause_reasons: [] } } : { status: 500 },
      ),
  });
  await expect.element(page.getByText("Your queues could not be loaded.")).toBeVisible();
  isUp = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(part("Waiting calls").getByText("June Park")).toBeVisible();
});

test("[ACD6] whoever is in no queue is told so", async () => {
  await renderDashboard({ queues: [], own: [] });
  await expect.element(page.getByText(/You are not in any queue/)).toBeVisible();
});

test("[ACD6] somebody who only watches has no numbers and no pause", async () => {
  await renderDashboard({ queues: [aQueueStatus({ agents: [dev()] })], own: [] });
  await expect.element(part("Colleagues").getByText("Dev Patel")).toBeVisible();
  await expect.element(part("My day")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Pause/ })).not.toBeInTheDocument();
});

test.each(["light", "dark"] as const)("[ACD8] everything can be read and reached, in %s", async (scheme) => {
  const states = ["idle", "ringing", "busy", "wrapUp", "paused", "unreachable", "loggedOut"] as const;
  const agents = states.map((state, index) =>
    dev({ phone: state, user_id: 10 + index, name: `Agent ${index}`, state, reason: null }),
  );
  const { screen } = await renderDashboard({
    queues: [{ ...busy, agents: [anAgent(), ...agents] }],
    scheme,
  });
  await expect.element(part("Colleagues").getByText("Agent 6")).toBeVisible();
  await expectAccessible(screen.container);
});
