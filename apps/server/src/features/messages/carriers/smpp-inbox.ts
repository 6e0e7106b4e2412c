import { createHash, randomUUID } from "node:crypto";
import type { Clock } from "@offhook/kernel";
import { fromWire, type MessageState, type Pdu, receiptIn } from "@offhook/smpp";
import type { CarrierEvents, ReceiptState } from "../text-carrier.ts";
import { type InboundParts, withoutHalfSigns } from "./inbound-parts.ts";

const STATES: Readonly<Record<MessageState, ReceiptState>> = {
  ENROUTE: "sent",
  ACCEPTED: "sent",
  UNKNOWN: "sent",
  DELIVERED: "delivered",
  EXPIRED: "expired",
  DELETED: "failed",
  UNDELIVERABLE: "failed",
  REJECTED: "rejected",
};
const NO_ERROR = /^0*$/;
const DAY_MS = 86_400_000;
const STRANGE_FOR_MS = 120_000;
const MAX_STRANGERS = 10_000;

/** Nobody knows the text that a receipt speaks of; perhaps somebody will in a moment. */
export class UnknownReceipt extends Error {
  constructor(carrierId: string) {
    super(`A receipt for a text that is not known: ${carrierId}`);
    this.name = "UnknownReceipt";
  }
}

/** What a carrier's deliver_sm means to us. Each promise resolves when it would survive a crash. */
export class SmppInbox {
  readonly #parts: InboundParts;
  readonly #clock: Clock;
  /** By sender: what one person writes is taken in its order. */
  readonly #turns = new Map<string, Promise<void>>();
  /** By the carrier's id: since when receipts come for a text that nobody knows. */
  readonly #strangers = new Map<string, number>();

  constructor(deps: { readonly parts: InboundParts; readonly clock: Clock }) {
    this.#parts = deps.parts;
    this.#clock = deps.clock;
  }

  async take(pdu: Pdu, events: CarrierEvents): Promise<void> {
    const receipt = receiptIn(pdu);
    if (!receipt) {
      const from = digits(pdu.source_addr);
      return this.#inTurn(from, () => this.#takeText(pdu, from, events));
    }
    const { messageId: carrierId, error } = receipt;
    const state = STATES[receipt.state];
    const isFailure = state !== "sent" && state !== "delivered";
    // Without an error the word for the state is all there is to explain.
    const code = NO_ERROR.test(error) ? (isFailure ? WORDS[receipt.state] : "") : error;
    const isKnown = await events.receipt({ carrierId, state, code: code ?? "", at: this.#clock.now() });
    if (!isKnown) this.#requirePatience(carrierId);
    else this.#strangers.delete(carrierId);
  }

  /**
   * When the answer to a submit was lost, the receipt comes before the text is submitted again and its id is known.
   * Thrown, so that the carrier says it again; after a while it speaks of something else than our texts.
   */
  #requirePatience(carrierId: string): void {
    const now = this.#clock.now();
    const since = this.#strangers.get(carrierId) ?? now;
    if (now - since > STRANGE_FOR_MS) {
      this.#strangers.delete(carrierId);
      return;
    }
    if (this.#strangers.size >= MAX_STRANGERS) this.#strangers.clear();
    this.#strangers.set(carrierId, since);
    throw new UnknownReceipt(carrierId);
  }

  async #takeText(pdu: Pdu, from: string, events: CarrierEvents): Promise<void> {
    const { text, part } = fromWire(pdu);
    const to = digits(pdu.destination_addr);
    const at = this.#clock.now();
    if (!part) {
      const carrierId = idOf(pdu, [from, to, text], at);
      return events.received({ carrierId, from, to, body: withoutHalfSigns(text), media: [], at });
    }
    const whole = await this.#parts.add({ from, to, ...part, text, at });
    if (whole) await events.received({ ...whole, media: [] });
  }

  async #inTurn(sender: string, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(sender) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(sender, turn);
    try {
      await turn;
    } finally {
      if (this.#turns.get(sender) === turn) this.#turns.delete(sender);
    }
  }
}

const WORDS: Readonly<Partial<Record<MessageState, string>>> = {
  EXPIRED: "EXPIRED",
  DELETED: "DELETED",
  UNDELIVERABLE: "UNDELIV",
  REJECTED: "REJECTD",
};

/**
 * SMPP gives a text no id. With the sender's reference a repeat can be told from somebody who says the same again;
 * without it every delivery counts as a new text, because a lost one is worse than one twice.
 */
function idOf(pdu: Pdu, content: readonly string[], at: number): string {
  const reference = pdu.user_message_reference;
  if (typeof reference !== "number") return randomUUID();
  return createHash("sha256")
    .update(JSON.stringify([...content, reference, Math.floor(at / DAY_MS)]))
    .digest("hex")
    .slice(0, 32);
}

const digits = (address: unknown): string => String(address ?? "").replace(/\D/g, "");
