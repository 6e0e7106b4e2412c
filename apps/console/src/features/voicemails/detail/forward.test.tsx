import { aHub, MemoryChatStore, signedInClient } from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { TeamsDoor } from "../../teams/index.ts";
import { aTeamsChat } from "../../teams/testing/a-teams-chat.ts";
import { dev, maya } from "../../teams/testing/render-teams.tsx";
import { renderVoicemails } from "../testing/render-voicemails.tsx";
import { aVoicemail } from "../testing/voicemails.ts";

/** Maya's chat over a real chat engine, in which Dev has written to her. */
async function aDoor() {
  const clock = new FakeClock(Date.parse("2030-01-07T15:00:00Z"));
  const store = new MemoryChatStore();
  for (const user of [maya, dev]) await store.addUser(user);
  const hub = aHub(store, clock);
  const other = await signedInClient(hub, dev, "dev");
  await other.ask("sub", { topic: maya.id });
  await other.ask("pub", { topic: maya.id, content: "Hello" });
  const { chat, storage } = await aTeamsChat({ hub, user: maya, clock });
  const door = new TeamsDoor();
  door.open(chat);
  return { door, storage, chat };
}

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
