import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { aCallRecord } from "../features/calls/history/testing/call-records.ts";
import { renderHistory } from "../features/calls/history/testing/render-history.tsx";
import { contactNumbered } from "../features/contacts/testing/contacts.ts";
import { renderContacts } from "../features/contacts/testing/render-contacts.tsx";
import { aConversation, aMessage, aPage, LINE, PARTY } from "../features/messages/testing/messages.ts";
import { renderMessages } from "../features/messages/testing/render-messages.tsx";
import { SavedStatuses } from "../features/settings/status/saved-statuses.tsx";
import { renderTasks } from "../features/tasks/testing/render-tasks.tsx";
import { aTask, NOW_S } from "../features/tasks/testing/tasks.ts";
import { aPerson } from "../testing/builders.ts";
import { expectComplaint } from "../testing/complaints.ts";
import { FUZZ_RUNS, someCorrupted } from "../testing/corrupted.ts";
import { renderSignedIn } from "../testing/render-signed-in.tsx";

/** What cannot be drawn is logged; that the rest is drawn is what counts here. */
const allowLog = (): void => expectComplaint(/./s);

/** So few that all of them are in view. */
const BROKEN = 6;
const ROUNDS = Math.max(2, Math.round(FUZZ_RUNS / 12));
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

async function expectInList(list: string, ...texts: readonly string[]): Promise<void> {
  const grid = page.getByRole("grid", { name: list });
  for (const text of texts) await expect.element(grid.getByText(text, { exact: true })).toBeVisible();
  expect(page.getByText(/list can't be displayed|page can't be displayed/).elements()).toEqual([]);
}

test.each(rounds)("[UNR1] broken calls cost their own rows, round %d", async (round) => {
  allowLog();
  const broken = someCorrupted((place) => aCallRecord({ id: `bad-${round}-${place}` }), BROKEN);
  const records = [
    aCallRecord({ id: "a", name: "First" }),
    ...broken,
    aCallRecord({ id: "z", name: "Last" }),
  ];
  await renderHistory(records, {
    prepare: (service) => service.on("GET /phone/cdrs", () => ({ result: records })),
  });
  await expectInList("Calls", "First", "Last");
});

test.each(rounds)("[UNR2] broken conversations cost their own rows, round %d", async (round) => {
  allowLog();
  const broken = someCorrupted(
    (place) => aConversation({ lid: 100 * round + place + 10, id: `1212555${place}` }),
    BROKEN,
  );
  await renderMessages({
    conversations: [
      aConversation({ lid: 1, id: "12125550171", title: "First", subtitle: "Alpha" }),
      ...broken,
      aConversation({ lid: 2, id: "12125550172", title: "Last", subtitle: "Omega" }),
    ],
  });
  await expectInList("Conversations", "Alpha", "Omega");
});

test.each(rounds)("[UNR3] broken texts cost their own bubbles, round %d", async (round) => {
  allowLog();
  const broken = someCorrupted((place) => aMessage({ id: String(100 * round + place + 10) }), BROKEN);
  const scheduled = someCorrupted(
    (place) => aMessage({ id: String(900 + place), scheduled: true, scheduledId: place, scheduled_at: 1 }),
    2,
  );
  await renderMessages({
    path: `/messages/${PARTY}/${LINE}`,
    page: aPage({
      messages: [aMessage({ id: "1", text: "Alpha" }), ...broken, aMessage({ id: "999", text: "Omega" })],
      scheduled: [...scheduled],
    }),
  });
  const log = page.getByRole("log");
  await expect.element(log.getByText("Alpha", { exact: true })).toBeInTheDocument();
  await expect.element(log.getByText("Omega", { exact: true })).toBeVisible();
});

test.each(rounds)("[UNR4] broken tasks cost their own rows, round %d", async (round) => {
  allowLog();
  const broken = someCorrupted((place) => aTask({ id: 100 * round + place + 10 }), BROKEN);
  const tasks = [
    aTask({ id: 1, note: "Alpha" }),
    ...broken,
    aTask({ id: 2, note: "Omega", created_on: NOW_S }),
  ];
  await renderTasks([], {
    prepare: (service) => service.on("GET /tasks", () => ({ result: { tasks, next: null } })),
  });
  await expectInList("Tasks", "Alpha", "Omega");
});

test.each(rounds)("[UNR5] broken contacts and colleagues cost their own rows, round %d", async (round) => {
  allowLog();
  const broken = someCorrupted((place) => contactNumbered(100 * round + place + 10), BROKEN);
  const people = someCorrupted((place) => aPerson(500 + place, `Colleague ${place}`), BROKEN);
  await renderContacts(
    [contactNumbered(1, { name: "Alpha" }), ...broken, contactNumbered(2, { name: "Omega" })],
    {
      people: [aPerson(2, "Dev Patel"), ...people],
    },
  );
  await expectInList("Contacts", "Alpha", "Omega", "Dev Patel");
});

test("[UNR6] broken statuses cost their own rows", async () => {
  allowLog();
  const aStatus = (id: number, name: string) =>
    ({ id, name, emoji: "🍜", default_duration: 0, shared: "0", expires_at: null }) as never;
  const broken = someCorrupted((place) => aStatus(place + 10, `Status ${place}`), FUZZ_RUNS);
  const nothing = (): void => {};
  await renderSignedIn(
    <SavedStatuses
      statuses={[aStatus(1, "At lunch"), ...broken, aStatus(2, "Away")]}
      load="ready"
      chosenId={undefined}
      onPick={nothing}
      onRemove={nothing}
      onRetry={nothing}
    />,
  );
  await expect.element(page.getByText("At lunch")).toBeInTheDocument();
  await expect.element(page.getByText("Away", { exact: true })).toBeInTheDocument();
});
