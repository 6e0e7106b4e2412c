import type { PushEventOf } from "@offhook/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { MissedCard } from "./missed-card.tsx";

const missed = (reason: "noAnswer" | "declined", phone = "reception"): PushEventOf<"QUEUE_MISSED"> => ({
  ...{ type: "QUEUE_MISSED", phone, queue_id: 301, queue_name: "Scheduling" },
  ...{ callid: "call-1", reason, at: 0 },
});
const paused = (reason: string | null): PushEventOf<"QUEUE_PAUSE"> => ({
  ...{ type: "QUEUE_PAUSE", phone: "reception", user_id: 1 },
  ...{ reason, since: reason === null ? null : 0 },
});

const words = (text: string) => page.getByText(text, { exact: false });

async function renderCard(options: SignedInOptions = {}, isToldElsewhere = false) {
  const rendered = await renderSignedIn(
    <main>
      <MissedCard isToldElsewhere={() => isToldElsewhere} />
    </main>,
    options,
  );
  return rendered;
}

test("[ACD14] a missed or declined call is told on any screen, until the agent closes the note", async () => {
  const { tell } = await renderCard();
  tell(missed("noAnswer"));
  await expect.element(words("You missed a call from Scheduling")).toBeVisible();
  expect(page.getByRole("button", { name: "Resume" }).elements()).toEqual([]);
  tell(missed("declined"));
  await expect.element(words("You declined a call from Scheduling.")).toBeVisible();
  page.getByRole("button", { name: "Close this note" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Scheduling")).not.toBeInTheDocument();
});

test("[ACD14] the pause that it began is told and ended there, and the note goes with it", async () => {
  const { tell, service } = await renderCard({
    prepare: (fake) => fake.on("POST /queue/resume", () => ({ result: [] })),
  });
  tell(missed("noAnswer"));
  tell(paused("Missed a call"));
  await expect.element(words("You are paused: Missed a call")).toBeVisible();
  await expectAccessible(document.body);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => service.requestsTo("POST /queue/resume")).toHaveLength(1);
  tell(paused(null));
  await expect.element(page.getByText("Scheduling")).not.toBeInTheDocument();
});

test("[ACD14] a refusal to resume is told, and the note stays", async () => {
  const { tell } = await renderCard({
    prepare: (fake) =>
      fake.on("POST /queue/resume", () => refusal(403, "request.forbidden", "You serve no queue")),
  });
  tell(paused("Missed a call"));
  tell(missed("noAnswer"));
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.element(page.getByText("You serve no queue")).toBeVisible();
  await expect.element(words("You missed a call from Scheduling")).toBeVisible();
});

test("[ACD14] closed in one tab, it is gone in all; a colleague's line and the dashboard's own note are not told", async () => {
  const { tell } = await renderCard();
  tell(missed("noAnswer", "dev"));
  tell(missed("noAnswer"));
  await expect.element(words("You missed a call from Scheduling")).toBeVisible();
  const tab = new BroadcastChannel("offhook-missed-call-1");
  tab.postMessage("changed");
  await expect.element(page.getByText("Scheduling")).not.toBeInTheDocument();
  tab.close();
  tell(missed("noAnswer", "dev"));
  expect(page.getByText("Scheduling").elements()).toEqual([]);
});

test("[ACD14] the dashboard tells by itself", async () => {
  const { tell } = await renderCard({}, true);
  tell(missed("noAnswer"));
  tell(paused("Missed a call"));
  expect(page.getByText("Scheduling").elements()).toEqual([]);
});
