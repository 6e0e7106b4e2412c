import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { aFax, aPdf, faxDetails } from "../faxes/testing/faxes.ts";
import { aVoicemail, voicemailDetails } from "../voicemails/testing/voicemails.ts";
import { renderTasks } from "./testing/render-tasks.tsx";
import { aTask, NOW_S } from "./testing/tasks.ts";

const row = (name: RegExp) => page.getByRole("row", { name });
const detail = () => page.getByRole("article", { name: "Task" });
const named = (name: string) => ({ ...aTask().preview, name });

const mine = aTask({ id: 11, assigned_to: 1, assignedToName: "Maya Okafor", preview: named("Ana Reyes") });
const free = aTask({ id: 12, preview: named("Bo Lind") });
const devs = aTask({ id: 13, assigned_to: 2, assignedToName: "Dev Patel", preview: named("Cy Young") });

test("[TSK80] mine, unassigned and all are three lists with their counts; an empty one leads on", async () => {
  await renderTasks([free, devs]);
  await expect.element(page.getByText("No open tasks.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(row(/Bo Lind/)).toHaveTextContent("Unassigned");
  await expect.element(row(/Cy Young/)).toHaveTextContent("Dev Patel");
  await expect.element(page.getByRole("radio", { name: /^All\b.*2 open/ })).toBeChecked();
  await page
    .getByText(/^Unassigned/)
    .first()
    .click();
  await expect.element(row(/Cy Young/)).not.toBeInTheDocument();
  await expect.element(row(/Bo Lind/)).toBeVisible();
});

test("[TSK81] late and soon tasks come first and say so", async () => {
  const late = { ...mine, id: 21, due_on: NOW_S - 90_000, preview: named("Late One") };
  const soon = { ...mine, id: 22, due_on: 4_000_000_000, preview: named("Soon One") };
  await renderTasks([mine, soon, late]);
  await expect.element(row(/Late One/)).toHaveTextContent("Overdue:");
  await expect.element(row(/Soon One/)).toHaveTextContent("Due ");
  const rows = page
    .getByRole("row")
    .elements()
    .map(({ textContent }) => textContent ?? "");
  expect(rows.map((text) => /Late|Soon|Ana/.exec(text)?.[0])).toEqual(["Late", "Soon", "Ana"]);
  await expect.element(page.getByText("1 of yours is late")).toBeVisible();
  // The rows are as high as the list reckons with: nothing may be cut off, not even beside a due date.
  const shown = [...document.querySelectorAll('[role="gridcell"] > *')];
  expect(shown).toHaveLength(3);
  expect(shown.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toEqual([]);
});

test("[TSK82] a task shows its source, leads to it, and is resolved with a way back", async () => {
  const { service, router } = await renderTasks([mine]);
  await row(/Ana Reyes/).click();
  await expect.element(detail()).toHaveTextContent("Could somebody call me back?");
  await expect.element(detail()).toHaveTextContent("Dev Patel created this task");
  await detail().getByRole("button", { name: "Resolve" }).click();
  await expect.element(detail().getByText("Resolved", { exact: true })).toBeVisible();
  await expect.element(row(/Ana Reyes/)).not.toBeInTheDocument();
  expect(service.requestsTo("PUT /task")[0]?.body).toEqual({ task_id: 11, resolved_by: 1 });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(row(/Ana Reyes/)).toBeVisible();
  await detail().getByRole("link", { name: "Open the conversation" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/messages/12125550177/12125550110");
});

test("[TSK83] it is given to one of the people of the line", async () => {
  const { service } = await renderTasks([free], { path: "/tasks/12" });
  await detail().getByRole("button", { name: "Assign" }).click();
  await expect.element(page.getByRole("menuitem", { name: /Maya Okafor \(you\)/ })).toBeVisible();
  await page.getByRole("menuitem", { name: /Ines Duarte/ }).click();
  await expect.element(detail().getByRole("button", { name: "Assigned to Ines Duarte" })).toBeVisible();
  expect(service.requestsTo("PUT /task")[0]?.body).toEqual({ task_id: 12, assigned_to: 3 });
});

test("[TSK84] what the service refuses is taken back and explained", async () => {
  await renderTasks([mine], {
    path: "/tasks/11",
    prepare: (service) =>
      service.on("PUT /task", () => ({
        status: 409,
        error: { code: "tasks.deleted", message: "This task was deleted" },
      })),
  });
  await detail().getByRole("button", { name: "Resolve" }).click();
  await expect.element(page.getByText("This task was deleted")).toBeVisible();
  await expect.element(detail().getByText("Open", { exact: true })).toBeVisible();
});

test("[TSK85] a deleted task can be brought back", async () => {
  const { service } = await renderTasks([mine], { path: "/tasks/11" });
  await detail().getByRole("button", { name: "More for this task" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await expect.element(detail().getByText("Deleted", { exact: true })).toBeVisible();
  await expect.element(row(/Ana Reyes/)).not.toBeInTheDocument();
  await detail().getByRole("button", { name: "Restore" }).click();
  await expect.element(row(/Ana Reyes/)).toBeVisible();
  expect(service.requestsTo("DELETE /task")[0]?.query).toMatchObject({ task_id: "11" });
});

test("[TSK86] a due date and a reminder are picked together", async () => {
  const { service } = await renderTasks([mine], { path: "/tasks/11" });
  await detail().getByRole("button", { name: "Set a due date" }).click();
  const dialog = page.getByRole("dialog", { name: "Due date and reminder" });
  await dialog.getByRole("combobox", { name: "Remind me" }).click();
  await page.getByRole("option", { name: "15 minutes before" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => service.requestsTo("PUT /task").length).toBe(1);
  const [asked] = service.requestsTo("PUT /task");
  const { due_on, remind_on } = (asked?.body ?? {}) as Record<"due_on" | "remind_on", number>;
  expect(due_on - remind_on).toBe(900);
  await expect.element(detail()).toHaveTextContent(/Due (today|tomorrow) at/);
});

test.each(["light", "dark"] as const)("[TSK87] keys walk the list, accessible in %s", async (scheme) => {
  const late = { ...mine, id: 14, due_on: NOW_S - 9000, preview: named("Dana Fox") };
  const { router } = await renderTasks([mine, late], { scheme });
  await expect.element(row(/Dana Fox/)).toBeVisible();
  (page.getByRole("grid", { name: "Tasks" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/tasks\/1[14]$/);
  await expect.element(detail()).toBeVisible();
  await expectAccessible(document.body);
});

test("[TSK88] a list that cannot be loaded can be asked for again", async () => {
  let isDown = true;
  await renderTasks([mine], {
    prepare: (service) =>
      service.on("GET /tasks", () => (isDown ? "unreachable" : { result: { tasks: [mine], next: null } })),
  });
  await expect.element(page.getByText("The tasks could not be loaded.")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: /again|retry/i }).click();
  await expect.element(row(/Ana Reyes/)).toBeVisible();
});

test("[TSK89] a task that is not there says so", async () => {
  await renderTasks([mine], { path: "/tasks/999" });
  await expect.element(page.getByText("This task no longer exists.")).toBeVisible();
});

test("[TSK100] a new task is written down, opened at once and stands in the list under its own words", async () => {
  await renderTasks([mine]);
  await page.getByRole("button", { name: "New task" }).click();
  const create = page.getByRole("button", { name: "Create task" });
  await expect.element(create).toBeDisabled();
  await page.getByLabelText("Describe the task").fill("Order gloves");
  await expectAccessible(document.body);
  await create.click();
  await expect.element(detail()).toHaveTextContent("Order gloves");
  await expect.element(row(/Order gloves/)).toBeVisible();
});

test("[TSK101] a row first says what to do, then whom it is about", async () => {
  await renderTasks([{ ...mine, note: "Send the form" }]);
  await expect.element(row(/Ana Reyes/)).toHaveTextContent(/Send the form.*Ana Reyes/);
});

test("[TSK103] a task about a voicemail lets it be heard", async () => {
  const preview = { ...aTask().preview, to: "/voicemails/maya/vm-1/INBOX" };
  await renderTasks([aTask({ id: 14, source: "voicemail", source_id: "vm-1", sms_line: null, preview })], {
    path: "/tasks/14",
    prepare: (service) => {
      service
        .on("GET /voicemail/details", () => ({ result: voicemailDetails(aVoicemail()) }))
        .on("GET /voicemail/file", () => ({
          result: { url: "data:audio/wav;base64,", filename: "", duration: 1 },
        }));
    },
  });
  await expect.element(detail().getByRole("group", { name: "Voicemail from June Park" })).toBeVisible();
  await expect.element(detail().getByRole("link", { name: "Open the voicemail" })).toBeVisible();
});

test("[TSK102] a task about a fax shows its pages", async () => {
  const fax = aFax();
  const preview = { ...aTask().preview, to: `/faxes/${fax.mailbox}/${fax.id}/INBOX` };
  const { service } = await renderTasks(
    [aTask({ id: 15, source: "fax", source_id: fax.id, sms_line: null, preview })],
    {
      path: "/tasks/15",
      prepare: (fake) => {
        fake
          .on("GET /fax/details", () => ({ result: faxDetails(fax) }))
          .on("GET /fax/message", () => ({ result: { url: aPdf(), filename: "fax.pdf", pages: 1 } }));
      },
    },
  );
  const pages = detail().getByRole("region", { name: "Fax pages" });
  await expect.element(pages.getByText("Page 1 of 1")).toBeVisible();
  await expect.element(detail().getByRole("link", { name: "Open the fax" })).toBeVisible();
  // A look at the task is no look at the fax: it stays new for whoever is to read it.
  expect(service.requestsTo("PUT /messages/read")).toEqual([]);
});
