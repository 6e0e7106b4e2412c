import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal, type ServiceReply } from "../../../testing/fake-service.ts";
import { aDoor } from "../../teams/testing/a-door.ts";
import { dev } from "../../teams/testing/render-teams.tsx";
import { renderVoicemails } from "../testing/render-voicemails.tsx";
import { aVoicemail } from "../testing/voicemails.ts";

test("a voicemail goes to a colleague as a chat message, with its file and a note", async () => {
  const { door, chat } = await aDoor();
  const sent: unknown[] = [];
  chat.store.subscribe(({ outbox }) =>
    sent.push(...outbox.map(({ topic, typed, files }) => ({ topic, typed, name: files[0]?.file.name }))),
  );
  await renderVoicemails([aVoicemail()], { path: "/voicemails/maya/vm-1/INBOX", door });
  await page.getByRole("button", { name: "More for this voicemail" }).click();
  await page.getByRole("menuitem", { name: "Forward to a colleague" }).click();
  await expect.element(page.getByRole("button", { name: "Forward", exact: true })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Dev Patel" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Can you call her?");
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await expect.element(page.getByText("Voicemail forwarded")).toBeVisible();
  expect(sent[0]).toEqual({
    topic: dev.id,
    typed: "Voicemail from June Park\nCan you call her?",
    name: "voicemail-12125550177-20300107-0845.mp3",
  });
});

const PATH = "/voicemails/maya/vm-1/INBOX";
const dialog = () => page.getByRole("dialog", { name: "Forward by email" });
const address = () => dialog().getByRole("textbox", { name: "Email" });
const send = () => dialog().getByRole("button", { name: "Send" });
const more = () => page.getByRole("button", { name: "More for this voicemail" });

/** A voicemail with the dialog open, over a service that gives these answers in turn. */
async function mailing(...replies: readonly ServiceReply[]) {
  const left = [...replies];
  const { service } = await renderVoicemails([aVoicemail()], {
    path: PATH,
    prepare: (fake) => fake.on("POST /voicemail/mail", () => left.shift() ?? { result: null }),
  });
  await more().click();
  await page.getByRole("menuitem", { name: "Forward by email" }).click();
  await expect.element(address()).toHaveFocus();
  return () => service.requestsTo("POST /voicemail/mail").map(({ body }) => body as { uuid: string });
}

test("[VML90] a voicemail is sent on by email with a note, with the keyboard alone", async () => {
  const mails = await mailing();
  await userEvent.keyboard(" june@y.example {Tab}Please call her back.{Tab}{Tab}{Enter}");
  await expect.element(page.getByText("Sent to june@y.example")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(more()).toHaveFocus();
  expect(mails()).toEqual([
    {
      mailbox: "maya",
      id: "vm-1",
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      to: "june@y.example",
      note: "Please call her back.",
    },
  ]);
});

test("[VML90] the next one begins empty, and leaving it gives the focus back", async () => {
  await mailing();
  await userEvent.keyboard("june@y.example{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await more().click();
  await page.getByRole("menuitem", { name: "Forward by email" }).click();
  await expect.element(address()).toHaveFocus();
  await expect.element(address()).toHaveValue("");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(more()).toHaveFocus();
});

test.each([
  ["", "Email is required"],
  ["june", "Email must be valid"],
  ["june@y", "Email must be valid"],
  ["a@y.example, b@y.example", "Email must be valid"],
])("[VML90] the address %j is refused beside its field, and nothing is sent", async (typed, text) => {
  const mails = await mailing();
  await address().fill(typed);
  await send().click();
  await expect.element(address()).toHaveAccessibleDescription(text);
  await expect.element(address()).toHaveFocus();
  expect(mails()).toEqual([]);
});

test("[VML90] a failure is told in the dialog; the same again has the same id, another address a new one", async () => {
  const busy = refusal(429, "voicemails.tooManyMails", "You have sent too many voicemails today.");
  const mails = await mailing(busy, "unreachable", busy);
  await address().fill("june@y.example");
  await send().click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("You have sent too many voicemails");
  await send().click();
  await expect.element(dialog().getByRole("alert")).not.toHaveTextContent("too many");
  await address().fill("tom@y.example");
  await send().click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("You have sent too many voicemails");
  await send().click();
  await expect.element(page.getByText("Sent to tom@y.example")).toBeVisible();
  const [first, second, third, fourth] = mails().map(({ uuid }) => uuid);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBe(third);
});

test("[VML90] a voicemail whose file cannot be heard is not sent on", async () => {
  await renderVoicemails([aVoicemail({ fileError: "The file is damaged." })], { path: PATH });
  await more().click();
  await expect.element(page.getByRole("menuitem", { name: "Copy text" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Forward by email" })).not.toBeInTheDocument();
});

test("[VML90] a server that cannot send mail says so before anything is written", async () => {
  await renderVoicemails([aVoicemail()], { path: PATH, config: { mail: false } });
  await more().click();
  await page.getByRole("menuitem", { name: "Forward by email" }).click();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("This server can't send mail yet.");
  await expect.element(send()).toBeDisabled();
});
