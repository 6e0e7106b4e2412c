import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderVoicemails } from "../testing/render-voicemails.tsx";
import { aVoicemail } from "../testing/voicemails.ts";

const detail = () => page.getByRole("article", { name: "Voicemail" });
const player = () => page.getByRole("group", { name: "Voicemail from June Park" });
const PATH = "/voicemails/maya/vm-1/INBOX";

const more = async (item: string): Promise<void> => {
  await page.getByRole("button", { name: "More for this voicemail" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("[VML85] a sentence is played from its beginning and marked while it is heard", async () => {
  await renderVoicemails([aVoicemail()], { path: PATH });
  await expect.element(page.getByText("Automatic, may be wrong")).toBeVisible();
  await expect.element(player()).toHaveAttribute("data-status", "ready");
  await page.getByRole("button", { name: "Hi, this is June." }).click();
  await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => document.querySelector("[data-spoken]")?.textContent).toBe("Hi, this is June.");
});

test("a number that was said is a link to call", async () => {
  await renderVoicemails([aVoicemail()], { path: PATH });
  await expect
    .element(page.getByRole("link", { name: "212-555-0188" }))
    .toHaveAttribute("href", "tel:+12125550188");
});

test.each([
  ["waiting", "Transcribing…"],
  ["none", "No words recognized."],
  ["failed", "Transcription failed."],
] as const)("a message whose words are %s says so", async (state, text) => {
  await renderVoicemails([aVoicemail({ transcription: "", transcription_state: state })], {
    path: PATH,
    details: { sentences: [] },
  });
  await expect.element(detail().getByText(text)).toBeVisible();
});

test("where no engine runs, nothing is said of a transcript", async () => {
  await renderVoicemails([aVoicemail({ transcription: "", transcription_state: "off" })], {
    path: PATH,
    details: { sentences: [] },
  });
  await expect.element(player()).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Transcript" })).not.toBeInTheDocument();
});

test("a file that cannot be heard says why, and the rest is there", async () => {
  await renderVoicemails([aVoicemail({ fileError: "The file is damaged." })], { path: PATH });
  await expect.element(player().getByRole("alert")).toHaveTextContent("The file is damaged.");
  await expect.element(detail().getByRole("button", { name: "Call back" })).toBeVisible();
});

test("[VML86] whoever leaves in the middle goes on there", async () => {
  const { router } = await renderVoicemails(
    [aVoicemail(), aVoicemail({ id: "vm-2", callername: "Tom Reyes" })],
    { path: PATH },
  );
  await expect.element(player()).toHaveAttribute("data-status", "ready");
  (page.getByRole("slider").element() as HTMLElement).focus();
  (page.getByRole("slider").element() as HTMLElement).dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }),
  );
  await expect.element(page.getByText("0:05 / 0:24")).toBeVisible();
  await page.getByRole("row", { name: /Tom Reyes/ }).click();
  await expect.element(page.getByText("0:00 / 0:24")).toBeVisible();
  router.history.push(PATH);
  await expect.element(page.getByText("0:05 / 0:24")).toBeVisible();
});

test("it is saved and moved back", async () => {
  const { service } = await renderVoicemails([aVoicemail({ new: false })], { path: PATH });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByText("Voicemail saved")).toBeVisible();
  expect(service.requestsTo("PUT /voicemail/folder")[0]?.body).toEqual({
    mailbox: "maya",
    ids: ["vm-1"],
    dir: "SAVED",
  });
  await expect.element(page.getByRole("button", { name: "Move to inbox" })).toBeVisible();
});

test("[VML87] it is deleted at once, and back when that is undone", async () => {
  const { service, router } = await renderVoicemails([aVoicemail({ new: false })], { path: PATH });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/voicemails");
  await expect.element(page.getByRole("row", { name: /June Park/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByRole("row", { name: /June Park/ })).toBeVisible();
  expect(service.requestsTo("POST /voicemail/restore")[0]?.body).toEqual({ mailbox: "maya", id: "vm-1" });
});

test("[VML87] a deletion that is refused is taken back and told", async () => {
  await renderVoicemails([aVoicemail({ new: false })], {
    path: PATH,
    prepare: (service) => {
      const error = { code: "voicemail.busy", message: "Somebody is listening to it." };
      service.on("DELETE /voicemail", () => ({ status: 409, error }));
    },
  });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(page.getByText("Somebody is listening to it.")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /June Park/ })).toBeVisible();
});

test("its words are copied", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await renderVoicemails([aVoicemail()], { path: PATH });
  await more("Copy text");
  await expect.element(page.getByText("Copied")).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith(aVoicemail().transcription);
});

test("who has read it is told", async () => {
  await renderVoicemails([aVoicemail({ new: false })], {
    path: PATH,
    details: {
      readers: [
        { user_id: 1, name: "Maya Okafor", at: aVoicemail().time + 60 },
        { user_id: 2, name: "Dev Patel", at: aVoicemail().time + 120 },
      ],
    },
  });
  const readers = page.getByRole("region", { name: "Read by" });
  await expect.element(readers).toHaveTextContent("You14 Minutes Ago");
  await expect.element(readers).toHaveTextContent("Dev Patel13 Minutes Ago");
});

test("it is assigned as a conversation is", async () => {
  const { service } = await renderVoicemails([aVoicemail()], {
    path: PATH,
    prepare: (fake) => fake.on("POST /task", () => ({ status: 400 })),
  });
  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: /Dev Patel/ }).click();
  await expect
    .poll(() => service.requestsTo("POST /task")[0]?.body)
    .toEqual({ source: "voicemail", source_id: "vm-1", uuid: expect.any(String), assigned_to: 2 });
});

test("[VML88] out of reach, what the list knows is shown all the same", async () => {
  await renderVoicemails([aVoicemail()], {
    path: PATH,
    prepare: (service) => {
      service.on("GET /voicemail/details", () => "unreachable");
    },
  });
  await expect.element(detail()).toHaveTextContent("Hi, this is June.");
});

test("a message that is gone says so", async () => {
  await renderVoicemails([], { path: PATH });
  await expect.element(page.getByText("This voicemail no longer exists.")).toBeVisible();
});
