import { createHash, randomInt } from "node:crypto";
import type { Server } from "node:net";
import type { Clock } from "@offhook/kernel";
import {
  createSmppServer,
  fromWire,
  type MessageState,
  type PartOf,
  type Pdu,
  receiptText,
  type SmppLink,
  stateNumber,
  statusCode,
  toWire,
} from "@offhook/smpp";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import { RecentItems } from "../recent-items.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import { type AddressedText, type TextBehavior, usualTextBehavior } from "./text-behavior.ts";
import { Timers } from "./timers.ts";

/** A text that the carrier has taken, whole. */
export interface CarriedText extends AddressedText {
  /** The carrier's ids, one a segment. */
  readonly ids: readonly string[];
  readonly receivedAt: number;
}

export interface SmppCarrierOptions {
  readonly systemId?: string;
  readonly password?: string;
  readonly behaviorOf?: (text: AddressedText) => TextBehavior;
  /** How many texts it remembers. */
  readonly keptTexts?: number;
  /** Hands on an answer that this carrier cannot carry: one with a picture. */
  readonly sendPhoto?: (answer: AddressedText) => void;
}

interface Segment {
  readonly text: string;
  readonly id: string;
}

const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

const KEPT_TEXTS = 500;
const RECEIPT_WINDOW = 10;
const INTERNATIONAL = { ton: 1, npi: 1 } as const;
const RECEIPT_CLASS = 0x04;

/**
 * A carrier's SMPP 3.4 service with people behind it, on loopback. Like good carriers it takes a message that
 * repeats source, destination, user_message_reference and content for the one it already has.
 */
export class SmppCarrier {
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly #options: SmppCarrierOptions;
  readonly #server: Server;
  readonly #texts: RecentItems<CarriedText>;
  readonly #timers = new Timers();
  readonly #receipts = new DeliveryQueue(RECEIPT_WINDOW);
  readonly #answers = new DeliveryQueue(1);
  readonly #known = new Map<string, string>();
  readonly #parts = new Map<string, Map<number, Segment>>();
  readonly #links = new Set<SmppLink>();
  #nextId = randomInt(1, 1_000_000);
  #throttled = 0;
  #isCut = false;

  private constructor(server: Server, port: number, options: SmppCarrierOptions) {
    this.#server = server;
    this.port = port;
    this.#options = options;
    this.systemId = options.systemId ?? "offhook";
    this.password = options.password ?? "carrier";
    this.#texts = new RecentItems(options.keptTexts ?? KEPT_TEXTS);
  }

  static async start(options: SmppCarrierOptions = {}): Promise<SmppCarrier> {
    const server = createSmppServer((wrap) => carrier.#accept(wrap));
    const carrier: SmppCarrier = new SmppCarrier(server, await listenOnLoopback(server), options);
    return carrier;
  }

  get url(): string {
    return `smpp://${LOOPBACK}:${this.port}`;
  }

  get isConnected(): boolean {
    return [...this.#links].some((link) => link.isOpen);
  }

  /** Oldest first. */
  texts(): readonly CarriedText[] {
    return this.#texts.all();
  }

  onText(listener: (text: CarriedText) => void): () => void {
    return this.#texts.onNext(listener);
  }

  clear(): void {
    this.#texts.clear();
  }

  /** Somebody outside writes; resolves once the customer has acknowledged all of it. */
  async text({ from, to, text }: AddressedText): Promise<void> {
    const reference = randomInt(1, 0x10000);
    const address = addressFields(from, to);
    const segments = toWire(text, reference);
    const sent = segments.map((segment) =>
      this.#answers.add({ ...address, ...segment, user_message_reference: reference }),
    );
    await Promise.all(sent);
  }

  /** Ends every connection, and takes none for a while. */
  cut(forMs: number): void {
    this.#isCut = true;
    for (const link of this.#links) link.destroy();
    this.#timers.after(forMs, () => {
      this.#isCut = false;
    });
  }

  /** The next messages are refused with ESME_RTHROTTLED. */
  throttle(count: number): void {
    this.#throttled = count;
  }

  async stop(): Promise<void> {
    this.#timers.stop();
    this.#receipts.stop();
    this.#answers.stop();
    for (const link of this.#links) link.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(wrap: Parameters<Parameters<typeof createSmppServer>[0]>[0]): void {
    const link: SmppLink = wrap({
      clock: systemClock,
      onRequest: (pdu) => this.#take(link, pdu),
      onClose: () => {
        this.#links.delete(link);
        const other = [...this.#links].find((each) => each.isOpen);
        this.#receipts.serve(other);
        this.#answers.serve(other);
      },
    });
    if (this.#isCut) link.destroy();
  }

  #take(link: SmppLink, pdu: Pdu): void {
    const isBinding = pdu.command === "bind_transceiver";
    const isBound = this.#links.has(link);
    if (isBinding && this.#mayBind(pdu)) this.#bind(link, pdu);
    else if (isBinding) link.answer(pdu, refusal("ESME_RBINDFAIL"));
    else if (!isBound) link.answer(pdu, refusal("ESME_RINVBNDSTS"));
    else if (pdu.command === "submit_sm") link.answer(pdu, this.#takeMessage(pdu));
    else link.answer(pdu, refusal("ESME_RINVCMDID"));
  }

  #mayBind(pdu: Pdu): boolean {
    return pdu.system_id === this.systemId && pdu.password === this.password;
  }

  #bind(link: SmppLink, pdu: Pdu): void {
    link.answer(pdu, { system_id: "simulator" });
    this.#links.add(link);
    this.#receipts.serve(link);
    this.#answers.serve(link);
  }

  /** The fields of the answer. */
  #takeMessage(pdu: Pdu): Readonly<Record<string, unknown>> {
    if (this.#throttled > 0) {
      this.#throttled -= 1;
      return refusal("ESME_RTHROTTLED");
    }
    const key = fingerprint(pdu);
    const known = this.#known.get(key);
    if (known !== undefined) return { message_id: known };
    const { text, part } = fromWire(pdu);
    const address = { from: digits(pdu.source_addr), to: digits(pdu.destination_addr) };
    const { refusedWith } = this.#behaviorOf({ ...address, text });
    if (refusedWith !== undefined) return refusal(refusedWith);
    this.#nextId += 1;
    const id = this.#nextId.toString(16);
    this.#known.set(key, id);
    const group = `${address.from} ${address.to} ${part?.reference} ${String(pdu.user_message_reference)}`;
    const whole = part ? this.#join(group, part, { text, id }) : [{ text, id }];
    if (whole)
      this.#carry({
        ...address,
        text: whole.map((each) => each.text).join(""),
        ids: whole.map((each) => each.id),
        receivedAt: Date.now(),
      });
    return { message_id: id };
  }

  #join(group: string, { number, total }: PartOf, segment: Segment): readonly Segment[] | undefined {
    const parts = this.#parts.get(group) ?? new Map<number, Segment>();
    this.#parts.set(group, parts.set(number, segment));
    if (parts.size < total) return undefined;
    this.#parts.delete(group);
    return [...parts].sort(([one], [other]) => one - other).map(([, each]) => each);
  }

  #behaviorOf(text: AddressedText): TextBehavior {
    return (this.#options.behaviorOf ?? usualTextBehavior)(text);
  }

  #carry(text: CarriedText): void {
    this.#texts.add(text);
    const { receipt, answer } = this.#behaviorOf(text);
    if (receipt)
      this.#timers.after(receipt.afterMs, () => {
        for (const id of text.ids) void this.#report(text, id, receipt.state, receipt.error);
      });
    if (!answer) return;
    const reply = { from: text.to, to: text.from, text: answer.text };
    this.#timers.after(answer.afterMs, () => {
      if (answer.hasPhoto && this.#options.sendPhoto) this.#options.sendPhoto(reply);
      else void this.text(reply);
    });
  }

  /** Half of all carriers say it in TLVs, the others in the text alone. */
  #report({ from, to }: AddressedText, messageId: string, state: MessageState, error: string): Promise<void> {
    const inTlvs = Number.parseInt(messageId, 16) % 2 === 0;
    return this.#receipts.add({
      ...addressFields(to, from),
      esm_class: RECEIPT_CLASS,
      data_coding: 0,
      short_message: Buffer.from(receiptText({ messageId, state, error }, new Date()), "latin1"),
      ...(inTlvs && {
        receipted_message_id: messageId,
        message_state: stateNumber(state),
        network_error_code: Buffer.from([3, 0, Number(error)]),
      }),
    });
  }
}

const refusal = (status: string) => ({ command_status: statusCode(status) });

function addressFields(from: string, to: string) {
  return {
    source_addr_ton: INTERNATIONAL.ton,
    source_addr_npi: INTERNATIONAL.npi,
    source_addr: from,
    dest_addr_ton: INTERNATIONAL.ton,
    dest_addr_npi: INTERNATIONAL.npi,
    destination_addr: to,
  };
}

function fingerprint(pdu: Pdu): string {
  const { source_addr, destination_addr, user_message_reference, short_message } = pdu;
  return createHash("sha256")
    .update(JSON.stringify([source_addr, destination_addr, user_message_reference ?? null]))
    .update(Buffer.isBuffer(short_message) ? short_message : "")
    .digest("hex");
}

const digits = (address: unknown): string => String(address).replace(/\D/g, "");
