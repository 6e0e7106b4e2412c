import { randomUUID } from "node:crypto";
import { type MailSink, startMailSink } from "@offhook/simulator";
import { SmppCarrier } from "@offhook/simulator/smpp-carrier";
import { expect, vi } from "vitest";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../../pbx/testing/phone-world.ts";
import type { RobotCall } from "../../pbx/testing/robot-call.ts";
import { createSmtpMailer } from "../../platform/mail/mail-smtp.ts";
import { LiveTab } from "./live-tab.ts";
import { FAX_LINES, SMS_LINES, VOICEMAIL_BOXES } from "./live-views.ts";

export const WAIT = { timeout: 20_000, interval: 50 };
/** A recording or message has to wait for the process that makes MP3 of it, when it is the first one. */
export const SOUND_WAIT = { timeout: 45_000, interval: 50 };
/** A text with this in it is refused by the carrier. */
export const REFUSED_TEXT = "This is refused";

const MAYA_HZ = 440;
const DEV_HZ = 1_200;
const BEEP_HZ = 1_000;
const SPEECH_HZ = 700;

/** The whole server with phones, a carrier of texts and two users with a console each. */
export class LiveWorld {
  readonly phones: PhoneWorld;
  readonly carrier: SmppCarrier;
  readonly mails: MailSink;
  /** Who looks. */
  readonly maya: LiveTab;
  /** A colleague, who does something. */
  readonly dev: LiveTab;
  /** The conversations of Maya, newest first. */
  readonly #texts: readonly TextAddress[];

  private constructor(
    parts: Pick<LiveWorld, "phones" | "carrier" | "mails" | "maya" | "dev">,
    texts: TextAddress[],
  ) {
    this.phones = parts.phones;
    this.carrier = parts.carrier;
    this.mails = parts.mails;
    this.maya = parts.maya;
    this.dev = parts.dev;
    this.#texts = texts;
  }

  static async start(): Promise<LiveWorld> {
    const carrier = await SmppCarrier.start({
      behaviorOf: ({ text }) =>
        text.includes(REFUSED_TEXT)
          ? { refusedWith: "ESME_RINVDSTADR" }
          : { receipt: { state: "DELIVERED", error: "000", afterMs: 0 } },
    });
    const mails = await startMailSink();
    const phones = await PhoneWorld.start({
      devices: ["maya", "dev"],
      prepare: async ({ database: { query } }) => {
        const lines = query
          .selectFrom("fax_lines")
          .select((column) => ["id", column.val(demoPerson("maya").id).as("user_id")])
          .where("number", "in", FAX_LINES);
        await query
          .insertInto("fax_line_users")
          .columns(["fax_line_id", "user_id"])
          .expression(lines)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
      env: { SMPP_URL: carrier.url, SMPP_PASSWORD: carrier.password },
      outside: { mailer: createSmtpMailer({ url: mails.url, from: "Offhook <no-reply@phone.example>" }) },
      transcriber: { transcribe: async () => [{ text: "Good morning.", start: 0, end: 1 }] },
    });
    const open = (handle: string) => LiveTab.open(phones.server, demoPerson(handle).id, HARBORLIGHT.id);
    const [maya, dev] = [await open("maya"), await open("dev")];
    const { conversations } = await maya.client.listSmsConversations({ query: {} });
    SMS_LINES.push(...new Set(conversations.map(({ smsLine }) => smsLine)));
    const { vox_boxes } = await maya.client.getMyProfile({ query: { vox: "1" } });
    VOICEMAIL_BOXES.push(...vox_boxes.map(({ name }) => name));
    const texts = conversations.map(({ smsLine, id }) => ({ sms_line: smsLine, conversation: id }));
    return new LiveWorld({ phones, carrier, mails, maya, dev }, texts);
  }

  async close(): Promise<void> {
    await this.phones.close();
    await Promise.all([this.carrier.stop(), this.mails.stop()]);
  }

  /** A conversation of Maya. */
  text(at = 0): TextAddress {
    return this.#texts[at] ?? { sms_line: "", conversation: "" };
  }

  sms(words: string, at = 0) {
    const { sms_line, conversation: receiver } = this.text(at);
    return { sms_line, receiver, msgdata: words, mId: randomUUID() };
  }

  async lastCall(filter: "all" | "missed" = "all") {
    const [first] = await this.maya.client.listCallRecords({ query: { filter, limit: 1 } });
    if (!first) throw new Error("The demo has no calls");
    return first;
  }

  /** One of the two calls the other, who answers or lets it ring; `during` happens while they talk. */
  async call(from: "maya" | "dev", isAnswered: boolean, during?: () => Promise<unknown>): Promise<void> {
    const maya = await this.phones.phone("maya", MAYA_HZ);
    const dev = await this.phones.phone("dev", DEV_HZ);
    const [calling, called, extension] = from === "maya" ? [maya, dev, "102"] : [dev, maya, "101"];
    const outgoing = await calling.dial(extension);
    const incoming = await called.rings();
    if (isAnswered) {
      incoming.answer();
      await outgoing.talks();
      await during?.();
    }
    outgoing.hangUp();
    await incoming.hasEnded();
    await this.rest();
  }

  /** Dev speaks to the mailbox of Maya. */
  async speakToMailbox(): Promise<RobotCall> {
    const phone = await this.phones.phone("dev", 0);
    const call = await phone.dial("*101");
    await call.talks();
    await call.hearsSpeech();
    await call.press("#");
    await call.hears(BEEP_HZ);
    await call.hearsNo(BEEP_HZ);
    call.audio.voice.speak(SPEECH_HZ);
    return call;
  }

  /** Dev has left Maya another message. */
  async leaveVoicemail(): Promise<void> {
    const before = await this.#voicemailIds();
    const call = await this.speakToMailbox();
    await this.#isLongEnough();
    call.hangUp();
    await this.rest();
    await vi.waitFor(
      async () => expect((await this.#voicemailIds()).length).toBe(before.length + 1),
      SOUND_WAIT,
    );
  }

  /** The newest message of Maya; left now, where there is none. */
  async voicemail() {
    if ((await this.#voicemailIds()).length === 0) await this.leaveVoicemail();
    const [newest] = await this.maya.client.getVoicemails({ query: {} });
    if (!newest) throw new Error("Maya has no voicemail");
    return newest;
  }

  async receivedFax() {
    const [newest] = await this.maya.client.getFaxes({ query: { dir: "INBOX" } });
    if (!newest) throw new Error("The demo has no faxes");
    return newest;
  }

  /** All calls are over, and no phone is registered. */
  async rest(): Promise<void> {
    await this.phones.isAtRest();
    await this.phones.stopPhones();
  }

  /** A shorter message is none. */
  async #isLongEnough(): Promise<void> {
    await vi.waitFor(async () => {
      const [live] = await this.maya.client.getLiveVoicemails({});
      expect(Date.now() - (live?.since_ms ?? Date.now())).toBeGreaterThan(2_000);
    }, WAIT);
  }

  async #voicemailIds(): Promise<string[]> {
    return (await this.maya.client.getVoicemails({ query: {} })).map(({ id }) => id);
  }
}

interface TextAddress {
  readonly sms_line: string;
  readonly conversation: string;
}
