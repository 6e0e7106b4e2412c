import type { LiveVoicemail } from "@offhook/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import type { SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { renderCalls } from "../../calls/testing/render-calls.tsx";
import { aRing, ScriptedPhone } from "../../calls/testing/scripted-phone.ts";
import { BOXES } from "../testing/render-voicemails.tsx";
import { LiveVoicemailCards } from "./live-voicemail-cards.tsx";

type Speaking = Extract<LiveVoicemail, { state: "speaking" }>;

const JUNE = {
  id: "vm-1",
  mailbox: "front",
  name: "Front desk",
  callerId: "12125550177",
  callername: "June Park",
  since_ms: 0,
};
const speaking = (fields: Partial<Speaking> = {}): Speaking => ({
  ...JUNE,
  state: "speaking",
  readable: true,
  sentences: [],
  unfinished: "",
  ...fields,
});
const HELLO = { text: "Hi, it is June.", start: 0.4, end: 2 };
const DEV = { user_id: 2, name: "Dev Patel" };

async function renderCards(given: readonly LiveVoicemail[] = [], options: SignedInOptions = {}) {
  const onGo = vi.fn();
  const scripted = new ScriptedPhone();
  const { prepare, profile, ...others } = options;
  const rendered = await renderCalls(<LiveVoicemailCards onGo={onGo} />, {
    ...others,
    phone: undefined as never,
    scripted,
    profile: { vox_boxes: BOXES, ...profile },
    prepare: (service, tab) => {
      service.on("GET /voicemail/live", () => ({ result: given }));
      prepare?.(service, tab);
    },
  });
  const tellLive = (live: LiveVoicemail): void =>
    rendered.tell({ type: "VOICEMAIL_LIVE", mailbox: live.mailbox, live });
  return { ...rendered, onGo, scripted, tellLive };
}

const card = (name: string) => page.getByRole("region", { name });
const SPEAKS = "June Park is leaving a message";

test("[LVM20] somebody speaks: the card comes, and is read along sentence by sentence", async () => {
  const { tellLive } = await renderCards();
  tellLive(speaking());
  await expect.element(card(SPEAKS)).toHaveTextContent("Front desk");
  await expect.element(page.getByText("Listening…")).toBeVisible();
  await expect.element(page.getByRole("status").first()).toHaveTextContent(SPEAKS);
  tellLive(speaking({ unfinished: "Hi, it is" }));
  await expect.element(page.getByText("Hi, it is")).toBeVisible();
  tellLive(speaking({ sentences: [HELLO], unfinished: "Please call" }));
  const log = page.getByRole("log", { name: "What June Park says" });
  await expect.element(log).toHaveTextContent(/^Hi, it is June\.$/);
  await expect.element(page.getByText("Please call")).toBeVisible();
  await expectAccessible(document.body);
});

test("[LVM21] after a reload the card is back with all that was said", async () => {
  await renderCards([speaking({ sentences: [HELLO] })]);
  await expect.element(card(SPEAKS)).toHaveTextContent("Hi, it is June.");
});

test("[LVM22] the caller hangs up: the card becomes the message and opens it", async () => {
  const { tellLive, onGo, clock } = await renderCards([speaking()]);
  await expect.element(card(SPEAKS)).toBeVisible();
  tellLive({ ...JUNE, state: "over", by: null, kept: true });
  await expect.element(card("June Park left a message")).toBeVisible();
  await page.getByRole("button", { name: "Open" }).click();
  expect(onGo).toHaveBeenCalledWith("/voicemails/front/vm-1/INBOX");
  await expect.element(card("June Park left a message")).not.toBeInTheDocument();
  tellLive(speaking({ id: "vm-2" }));
  tellLive({ ...JUNE, id: "vm-2", state: "over", by: null, kept: true });
  await expect.element(card("June Park left a message")).toBeVisible();
  clock.advance(12_000);
  await expect.element(card("June Park left a message")).not.toBeInTheDocument();
});

test("[LVM22] whoever said nothing leaves no card", async () => {
  const { tellLive } = await renderCards([speaking()]);
  await expect.element(card(SPEAKS)).toBeVisible();
  tellLive({ ...JUNE, state: "over", by: null, kept: false });
  await expect.element(page.getByRole("region")).not.toBeInTheDocument();
});

test("[LVM23] picking up rings this browser, which answers by itself and shows the call", async () => {
  const asked: unknown[] = [];
  const { tellLive, scripted, onGo } = await renderCards([speaking()], {
    prepare: (service) =>
      service.on("POST /voicemail/live/pickup", ({ body }) => {
        asked.push(body);
        return { result: { callid: "pbx-7" } };
      }),
  });
  await page.getByRole("button", { name: "Pick up" }).click();
  await expect.poll(() => asked).toEqual([{ id: "vm-1", here: true }]);
  tellLive({ ...JUNE, state: "pickedUp", by: { user_id: 1, name: "Maya Okafor" } });
  await expect.element(page.getByRole("region")).not.toBeInTheDocument();
  scripted.show(aRing({ id: "other", callid: "pbx-1" }));
  scripted.show(aRing({ id: "call-7", callid: "pbx-7" }));
  await expect.poll(() => scripted.asked).toEqual([["answer", "call-7"]]);
  await expect.poll(() => onGo.mock.calls).toEqual([["/calls/active/call-7?incoming=1"]]);
});

test("[LVM24] whoever comes second is told who has picked up, and everybody sees it", async () => {
  const message = "Dev Patel has picked up already";
  const { tellLive } = await renderCards([speaking()], {
    prepare: (service) =>
      service.on("POST /voicemail/live/pickup", () => ({
        status: 409,
        error: { code: "voicemails.pickedUp", message },
      })),
  });
  await page.getByRole("button", { name: "Pick up" }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  tellLive({ ...JUNE, state: "pickedUp", by: DEV });
  await expect.element(card("Dev Patel picked up the call of June Park")).toBeVisible();
  expect(page.getByRole("button", { name: "Pick up" }).elements()).toEqual([]);
});

test("[LVM25] listening in plays what comes, and stops when the user has heard enough", async () => {
  let isOpen = true;
  const { browser } = await renderCards([speaking()], {
    prepare: (service) =>
      service.on("GET /voicemail/live/sound", () => ({
        result: { url: "/api/voicemail/live/stream?id=vm-1" },
      })),
  });
  const sound = new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(16_001)),
    cancel: () => {
      isOpen = false;
    },
  });
  const rest = browser.fetch;
  vi.spyOn(browser, "fetch").mockImplementation((to, init) =>
    String(to).includes("/stream")
      ? Promise.resolve(
          new Response(
            sound.pipeThrough(new TransformStream(), { ...(init?.signal && { signal: init.signal }) }),
          ),
        )
      : rest(to, init),
  );
  await page.getByRole("button", { name: "Listen in" }).click();
  const stop = page.getByRole("button", { name: "Stop listening" });
  await expect.element(stop).toHaveAttribute("aria-pressed", "true");
  await stop.click();
  await expect.element(page.getByRole("button", { name: "Listen in" })).toBeVisible();
  await expect.poll(() => isOpen).toBe(false);
});

test("[LVM26] a hidden card stays hidden, and boxes that are not shown have none", async () => {
  const { tellLive } = await renderCards([speaking(), speaking({ id: "vm-9", mailbox: "other" })]);
  await expect.element(card(SPEAKS)).toBeVisible();
  expect(page.getByRole("region").elements()).toHaveLength(1);
  await page.getByRole("button", { name: "Hide the message of June Park" }).click();
  tellLive(speaking({ sentences: [HELLO] }));
  await expect.element(page.getByRole("region")).not.toBeInTheDocument();
});

test("[LVM26] without the phone it can be read and heard, and where nothing is written down the card says so", async () => {
  await renderCards([speaking({ readable: false })], { profile: { features: { calls: false } as never } });
  await expect.element(card(SPEAKS)).toHaveTextContent("You can read the words once the message is there.");
  expect(page.getByRole("button", { name: "Pick up" }).elements()).toEqual([]);
});
