import type { Greeting, GreetingChoice, Greetings, VoicemailBox } from "@offhook/contract";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import type { FakeService } from "../../../testing/fake-service.ts";
import { renderVoicemails } from "../testing/render-voicemails.tsx";
import { toBase64, toWav } from "./wav-file.ts";

const NOTHING: GreetingChoice = { no_answer: null, busy: null, closed: null, temporary: null, name: null };
const USUAL: Greeting = { id: "g1", name: "Usual", duration: 4, time: 1_790_000_000 };
const SUMMER: Greeting = { id: "g2", name: "Summer", duration: 62, time: 1_790_000_100 };

/** The service of one box: what is changed stays changed. */
class BoxService {
  greetings: Greetings;
  /** Its switches, and how full it is. */
  box: VoicemailBox = {
    ...{ mailbox: "maya", label: "Maya Okafor", owned: true, manageable: true, agents: [] },
    ...{ messages: 0, max_messages: 200, max_seconds: 180, keep_days: null, mail: false, live: true },
  };

  constructor(given: readonly Greeting[], chosen: Partial<GreetingChoice> = {}) {
    this.greetings = { greetings: [...given], chosen: { ...NOTHING, ...chosen }, hours: [] };
  }

  answer(service: FakeService, manageable = true): void {
    this.box = { ...this.box, owned: manageable, manageable };
    service
      .on("GET /voicemail/boxes", () => ({ result: [this.box] }))
      .on("PUT /voicemail/box", ({ body }) => {
        this.box = { ...this.box, ...(body as Partial<VoicemailBox>) };
        return { result: this.box };
      })
      .on("GET /voicemail/greetings", () => ({ result: this.greetings }))
      .on("PUT /voicemail/greetings", ({ body }) => {
        const { mailbox: _, ...choice } = body as { mailbox: string } & Partial<GreetingChoice>;
        this.greetings = { ...this.greetings, chosen: { ...this.greetings.chosen, ...choice } };
        return { result: this.greetings };
      })
      .on("POST /voicemail/greeting", ({ body }) => {
        const { uuid, name } = body as { uuid: string; name: string };
        const added = { ...USUAL, id: uuid, name };
        this.greetings = { ...this.greetings, greetings: [added, ...this.greetings.greetings] };
        return { result: added };
      })
      .on("PUT /voicemail/greeting", ({ body }) => {
        const { id, name } = body as { id: string; name: string };
        const greetings = this.greetings.greetings.map((each) => (each.id === id ? { ...each, name } : each));
        this.greetings = { ...this.greetings, greetings };
        return { result: greetings.find((each) => each.id === id) };
      })
      .on("DELETE /voicemail/greeting", ({ query }) => {
        const greetings = this.greetings.greetings.filter(({ id }) => id !== query.id);
        this.greetings = { ...this.greetings, greetings };
        return { result: this.greetings };
      });
  }
}

const show = (box: BoxService, manageable = true) =>
  renderVoicemails([], {
    path: "/voicemails/boxes/maya",
    prepare: (service) => box.answer(service, manageable),
  });
const row = (name: string) => page.getByRole("listitem", { name });
const field = (name: string) => page.getByRole("combobox", { name });

afterEach(() => vi.restoreAllMocks());

test("[GRT80] the screen says what callers hear on each occasion, and is accessible", async () => {
  const { screen } = await show(new BoxService([SUMMER, USUAL], { no_answer: "g1" }));
  await expect.element(field("No answer")).toHaveValue("Usual");
  await expect.element(field("Busy")).toHaveValue("Spoken default");
  await expect.element(row("Summer")).toHaveTextContent("1:02");
  await expectAccessible(screen.container);
});

test("[GRT80] another greeting is chosen, and the default again", async () => {
  const box = new BoxService([USUAL]);
  await show(box);
  await field("Busy").click();
  await page.getByRole("option", { name: "Usual" }).click();
  await expect.poll(() => box.greetings.chosen.busy).toBe("g1");
  await field("Busy").click();
  await page.getByRole("option", { name: "Spoken default" }).click();
  await expect.poll(() => box.greetings.chosen.busy).toBeNull();
});

test("[GRT80] the menu of the list leads to the screen of each box", async () => {
  const box = new BoxService([USUAL]);
  const { router } = await renderVoicemails([], { prepare: (service) => box.answer(service) });
  await page.getByRole("button", { name: "More for voicemails" }).click();
  await page.getByRole("menuitem", { name: "Greetings of Maya Okafor" }).click();
  await expect.element(row("Usual")).toBeVisible();
  expect(router.state.location.pathname).toBe("/voicemails/boxes/maya");
});

test("[GRT81] a file is uploaded under its name; what is refused is told", async () => {
  const box = new BoxService([]);
  const { service } = await show(box);
  await expect.element(page.getByText("No recordings yet.", { exact: false })).toBeVisible();
  const input = () => document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLElement;
  await expect.element(page.getByRole("button", { name: "Upload" })).toBeVisible();
  await userEvent.upload(input(), new File(["RIFF"], "Winter hours.wav", { type: "audio/wav" }));
  await expect.element(row("Winter hours")).toBeVisible();
  expect(service.requestsTo("POST /voicemail/greeting")[0]?.body).toMatchObject({
    mailbox: "maya",
    name: "Winter hours",
    file: btoa("RIFF"),
  });
  const message = "This file can't be played. Choose a WAV, MP3 or Ogg file.";
  service.on("POST /voicemail/greeting", () => ({
    status: 400,
    error: { code: "voicemails.notAudio", message },
  }));
  await userEvent.upload(input(), new File(["x"], "letter.wav", { type: "audio/wav" }));
  await expect.element(page.getByText(message)).toBeVisible();
});

test("[GRT82] a recording is renamed by keyboard, and deleted after a question", async () => {
  const box = new BoxService([USUAL, SUMMER]);
  await show(box);
  await page.getByRole("button", { name: "Rename Usual" }).click();
  await userEvent.fill(page.getByRole("textbox", { name: "Name of the greeting" }), "Every day");
  await userEvent.keyboard("{Enter}");
  await expect.element(row("Every day")).toBeVisible();
  await page.getByRole("button", { name: "Delete Summer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(row("Summer")).not.toBeInTheDocument();
});

test("[GRT83] what a manager elsewhere changes shows at once", async () => {
  const box = new BoxService([USUAL]);
  const { tell } = await show(box);
  await expect.element(row("Usual")).toBeVisible();
  box.greetings = { ...box.greetings, greetings: [SUMMER], chosen: { ...NOTHING, closed: "g2" } };
  tell({ type: "VOICEMAIL_BOX", mailbox: "maya" });
  await expect.element(row("Summer")).toBeVisible();
  await expect.element(field("Outside business hours")).toHaveValue("Summer");
});

test("[GRT84] who only reads a box hears its greetings and changes nothing", async () => {
  await show(new BoxService([USUAL]), false);
  await expect.element(page.getByRole("button", { name: "Play Usual" })).toBeVisible();
  await expect.element(field("Busy")).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Record" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Delete Usual" })).not.toBeInTheDocument();
});

test("[GRT85] a temporary greeting is turned on with an end, and ended", async () => {
  const box = new BoxService([USUAL]);
  await show(box);
  await field("Temporary recording").click();
  await page.getByRole("option", { name: "Usual" }).click();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect.poll(() => box.greetings.chosen.temporary?.greeting).toBe("g1");
  await expect.element(page.getByText(/Callers hear “Usual” until (today|tomorrow|\d)/)).toBeVisible();
  await page.getByRole("button", { name: "End now" }).click();
  await expect.poll(() => box.greetings.chosen.temporary).toBeNull();
});

/** A tone instead of a microphone. */
function aMicrophone(): void {
  const context = new AudioContext();
  const target = context.createMediaStreamDestination();
  const tone = context.createOscillator();
  tone.connect(target);
  tone.start();
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockResolvedValue(target.stream);
}

test("[GRT86] a greeting is recorded, heard, and saved as WAV for callers nobody answers", async () => {
  aMicrophone();
  const box = new BoxService([]);
  const { service, clock } = await show(box);
  await page.getByRole("button", { name: "Record" }).click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await expect.element(page.getByRole("timer")).toHaveTextContent("0:00");
  clock.advance(1_500);
  await expect.element(page.getByRole("timer")).toHaveTextContent("0:01");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.element(page.getByRole("button", { name: "Record again" })).toBeVisible();
  await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Spoken");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(row("Spoken")).toBeVisible();
  const sent = service.requestsTo("POST /voicemail/greeting")[0]?.body as { file: string };
  expect(atob(sent.file.slice(0, 16))).toMatch(/^RIFF/);
  await expect.poll(() => box.greetings.chosen.no_answer).toBe(box.greetings.greetings[0]?.id);
});

test("[GRT86] without a microphone the dialog says what to do", async () => {
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValue(
    new DOMException("no", "NotAllowedError"),
  );
  await show(new BoxService([]));
  await page.getByRole("button", { name: "Record" }).click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await expect.element(page.getByText("Allow it in the browser", { exact: false })).toBeVisible();
});

test("[GRT87] greetings that cannot be loaded can be tried again, and another box is refused", async () => {
  const box = new BoxService([USUAL]);
  const { service } = await renderVoicemails([], {
    path: "/voicemails/boxes/maya",
    prepare: (given) => {
      box.answer(given);
      given.on("GET /voicemail/greetings", () => ({ status: 403 }));
    },
  });
  await expect.element(page.getByText("The greetings could not be loaded.")).toBeVisible();
  box.answer(service);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(row("Usual")).toBeVisible();
});

test("[GRT87] the screen of a box the user does not read says so", async () => {
  await renderVoicemails([], { path: "/voicemails/boxes/nobody" });
  await expect.element(page.getByText("Please check if user has access to this Voicemail Box")).toBeVisible();
});

test("[GRT88] a WAV file stays one, byte by byte as base64", async () => {
  const silence = new Uint8Array(44 + 32_000);
  const head = await toBase64(new Blob([silence]));
  expect(atob(head)).toHaveLength(silence.length);
  await expect(toWav(new Blob(["no sound"]))).rejects.toThrow();
});

test("[BOX1] the switches of a box: mail, live voicemail, and how long messages are kept", async () => {
  const service = new BoxService([]);
  service.box = { ...service.box, messages: 12, keep_days: 45 };
  await show(service);
  const section = page.getByRole("region", { name: "Messages" });
  await expect.element(section).toHaveTextContent("12 of 200 messages, each up to 3:00 long.");
  await page.getByRole("switch", { name: "Email new messages" }).click();
  await expect.poll(() => service.box.mail).toBe(true);
  await page.getByRole("switch", { name: "Live voicemail" }).click();
  await expect.poll(() => service.box.live).toBe(false);
  await expect.element(field("Keep messages")).toHaveValue("45 days");
  await field("Keep messages").click();
  await page.getByRole("option", { name: "30 days", exact: true }).click();
  await expect.poll(() => service.box.keep_days).toBe(30);
  await field("Keep messages").click();
  await page.getByRole("option", { name: "Until somebody deletes them" }).click();
  await expect.poll(() => service.box.keep_days).toBeNull();
});

test("[BOX1] a refused change is taken back; a colleague's comes by itself; a full box says so", async () => {
  const service = new BoxService([]);
  const { tell } = await renderVoicemails([], {
    path: "/voicemails/boxes/maya",
    prepare: (fake) => {
      service.answer(fake);
      fake.on("PUT /voicemail/box", () => ({
        status: 409,
        error: { code: "unavailable", message: "Not now" },
      }));
    },
  });
  const mail = page.getByRole("switch", { name: "Email new messages" });
  await mail.click();
  await expect.element(page.getByText("Not now")).toBeVisible();
  await expect.element(mail).not.toBeChecked();
  service.box = { ...service.box, mail: true, messages: 200 };
  tell({ type: "VOICEMAIL_BOX", mailbox: "maya" });
  await expect.element(mail).toBeChecked();
  await expect.element(page.getByText("This mailbox is full", { exact: false })).toBeVisible();
});

test("[BOX1] readers without the right see the switches, and cannot change them", async () => {
  await show(new BoxService([]), false);
  await expect.element(page.getByRole("switch", { name: "Live voicemail" })).toBeDisabled();
  await expect.element(field("Keep messages")).toBeDisabled();
});
