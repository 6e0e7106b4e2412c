import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/axe.ts";
import { renderVoicemails } from "./testing/render-voicemails.tsx";
import { aVoicemail, aVoicemailTask, manyVoicemails } from "./testing/voicemails.ts";

const row = (name: string | RegExp) => page.getByRole("row", { name });
const detail = () => page.getByRole("article", { name: "Voicemail" });
const more = async (item: string): Promise<void> => {
  await page.getByRole("button", { name: "More for this voicemail" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const PATH = "/voicemails/maya/vm-1/INBOX";

test("[VML80] a row tells who called, when, how long, the first words and the box", async () => {
  await renderVoicemails([aVoicemail()]);
  await expect.element(row(/June Park/)).toHaveTextContent("15 Minutes Ago");
  await expect.element(row(/June Park/)).toHaveTextContent("Hi, this is June.");
  await expect.element(row(/June Park/)).toHaveTextContent("0:24");
  await expect.element(row(/June Park/)).toHaveTextContent("Maya Okafor");
  await expect.element(row(/June Park/).getByRole("img", { name: "New" })).toBeVisible();
});

test("[VML80] a message that was cut off says so", async () => {
  await renderVoicemails([
    aVoicemail({ cut_off: true }),
    aVoicemail({ id: "vm-2", callername: "Tom Reyes" }),
  ]);
  await expect.element(row(/June Park/).getByRole("img", { name: "Cut off" })).toBeVisible();
  await expect.element(row(/Tom Reyes/).getByRole("img", { name: "Cut off" })).not.toBeInTheDocument();
});

test("[VML81] a voicemail that lies open before the user is read, once", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const { service, router } = await renderVoicemails([aVoicemail()]);
  await row(/June Park/).click();
  await expect.poll(() => router.state.location.pathname).toBe(PATH);
  await expect.element(detail()).toBeVisible();
  await expect
    .poll(() => service.requestsTo("PUT /messages/read").map(({ body }) => body))
    .toEqual([{ type: "vox", line: "maya", ids: ["vm-1"] }]);
  await expect.element(page.getByRole("img", { name: "New" })).not.toBeInTheDocument();
});

test("[VML82] marked unread, it stays unread although it still lies open", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const { service, router, tell } = await renderVoicemails([aVoicemail({ new: false })], { path: PATH });
  await more("Mark unread");
  // The news of it comes before the user has left.
  tell({ type: "VOICEMAIL_CHANGED", mailbox: "maya", voicemails: [aVoicemail({ new: true })] });
  await expect.poll(() => router.state.location.pathname).toBe("/voicemails");
  await expect.element(page.getByRole("img", { name: "New" })).toBeVisible();
  expect(service.requestsTo("PUT /messages/unread")).toHaveLength(1);
  expect(service.requestsTo("PUT /messages/read")).toHaveLength(0);
});

test("[VML83] what colleagues do shows at once: new, read, assigned, deleted", async () => {
  const { tell } = await renderVoicemails([aVoicemail()]);
  await expect.element(row(/June Park/)).toBeVisible();
  const other = aVoicemail({ id: "vm-2", callername: "Agnes Kowalski", time: aVoicemail().time + 60 });
  tell({ type: "VOICEMAIL_NEW", mailbox: "maya", id: "vm-2", voicemail: other });
  await expect.element(row(/Agnes Kowalski/)).toBeVisible();
  expect(page.getByRole("row").elements()[0]?.textContent).toContain("Agnes Kowalski");
  tell({
    type: "VOICEMAIL_CHANGED",
    mailbox: "maya",
    voicemails: [aVoicemail({ new: false, read_by: [2] }), { ...other, new: false }],
  });
  await expect.element(page.getByRole("img", { name: "New" })).not.toBeInTheDocument();
  const task = aVoicemailTask();
  tell({ type: "VOICEMAIL_TASK", task, current: task });
  await expect.element(row(/June Park/)).toHaveTextContent("Dev Patel");
  tell({ type: "VOICEMAIL_TASK", task: { ...task, status: "deleted" }, current: null });
  await expect.element(row(/June Park/)).not.toHaveTextContent("Dev Patel");
  tell({ type: "VOICEMAIL_DELETED", mailbox: "maya", ids: ["vm-1"] });
  await expect.element(row(/June Park/)).not.toBeInTheDocument();
});

test("[VML84] folder, box and filter choose what is listed, and an empty list says why", async () => {
  await renderVoicemails([
    aVoicemail({ new: false }),
    aVoicemail({ id: "vm-2", callername: "Tom Reyes", dir: "SAVED", new: false }),
    aVoicemail({ id: "vm-3", callername: "Ana Lima", mailbox: "front", name: "Front desk", new: false }),
  ]);
  await expect.element(row(/Ana Lima/)).toBeVisible();
  await expect.element(row(/Tom Reyes/)).not.toBeInTheDocument();
  await page.getByText("Saved", { exact: true }).click();
  await expect.element(row(/Tom Reyes/)).toBeVisible();
  await expect.element(row(/Ana Lima/)).not.toBeInTheDocument();
  await page.getByText("Inbox", { exact: true }).click();
  await page.getByRole("combobox", { name: "Box" }).click();
  await page.getByRole("option", { name: "Front desk" }).click();
  await expect.element(row(/Ana Lima/)).toBeVisible();
  await expect.element(row(/June Park/)).not.toBeInTheDocument();
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: "New" }).click();
  await expect.element(page.getByText("No new voicemails.")).toBeVisible();
});

test("[VML84] only boxes that the settings show are listed", async () => {
  const lines = [{ name: "front", selected: false }];
  const hidden = { filters: { sms: { lines: [] }, voicemails: { lines }, faxes: { lines: [] } } };
  await renderVoicemails(
    [aVoicemail(), aVoicemail({ id: "vm-3", callername: "Ana Lima", mailbox: "front" })],
    {
      profile: { user_settings: { settings: JSON.stringify(hidden), type: "teleconsole", version: 0 } },
    },
  );
  await expect.element(row(/June Park/)).toBeVisible();
  await expect.element(row(/Ana Lima/)).not.toBeInTheDocument();
});

test("an address of a folder shows it", async () => {
  await renderVoicemails([aVoicemail(), aVoicemail({ id: "vm-2", callername: "Tom Reyes", dir: "SAVED" })], {
    path: "/voicemails/SAVED",
  });
  await expect.element(row(/Tom Reyes/)).toBeVisible();
  await expect.element(row(/June Park/)).not.toBeInTheDocument();
});

test("the way to the tasks stands at the head of the list, with their number", async () => {
  await renderVoicemails([]);
  await expect.element(page.getByRole("link", { name: "Tasks" })).toHaveAttribute("href", "/tasks");
  await expect.element(page.getByText("No voicemails in the inbox.")).toBeVisible();
});

test("a long list is walked by keys and opened by Enter", async () => {
  const { router } = await renderVoicemails(manyVoicemails(300));
  await expect.element(row(/Caller 0 /)).toBeVisible();
  expect(page.getByRole("row").elements().length).toBeLessThan(60);
  (page.getByRole("grid", { name: "Voicemails" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/voicemails\/maya\/vm-[12]\/INBOX$/);
});

test("a list that cannot be loaded can be tried again", async () => {
  let isThere = false;
  await renderVoicemails([aVoicemail()], {
    prepare: (service) => {
      service.on("GET /voicemail", () => (isThere ? { result: [aVoicemail()] } : { status: 400 }));
    },
  });
  await expect.element(page.getByText("Your voicemails could not be loaded.")).toBeVisible();
  isThere = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(row(/June Park/)).toBeVisible();
});

test("what is in a box of somebody else is not shown", async () => {
  await renderVoicemails([], { path: "/voicemails/strange/vm-9/INBOX" });
  await expect.element(page.getByText("Please check if user has access to this Voicemail Box")).toBeVisible();
});

test("list and detail pass axe", async () => {
  const task = aVoicemailTask();
  const { screen } = await renderVoicemails(
    [aVoicemail({ tasks: [task] }), aVoicemail({ id: "vm-2", fileError: "The file is damaged." })],
    { path: PATH, details: { readers: [{ user_id: 2, name: "Dev Patel", at: aVoicemail().time + 60 }] } },
  );
  await expect
    .element(page.getByRole("group", { name: /Voicemail from/ }))
    .toHaveAttribute("data-status", "ready");
  await expectAccessible(screen.container);
});
