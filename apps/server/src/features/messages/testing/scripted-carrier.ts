import type { CarrierEvents, OutgoingText, SubmitResult, TextCarrier } from "../text-carrier.ts";

/** A carrier that does what the test says: takes texts, refuses them, or is not there. */
export class ScriptedCarrier implements TextCarrier {
  readonly name = "scripted";
  readonly limits = { maxMediaBytes: 1_000_000, mediaTypes: ["image/*"] };
  /** Every attempt, in order. */
  readonly attempts: OutgoingText[] = [];
  /** What the person on the other side has got, each text once. */
  readonly delivered = new Map<string, OutgoingText>();
  answer: (text: OutgoingText) => Promise<SubmitResult> = async (text) => this.take(text);
  #events: CarrierEvents | undefined;
  #lastIncoming = 0;

  start(events: CarrierEvents): void {
    this.#events = events;
  }

  async close(): Promise<void> {}

  submit(text: OutgoingText): Promise<SubmitResult> {
    this.attempts.push(text);
    return this.answer(text);
  }

  take(text: OutgoingText): SubmitResult {
    this.delivered.set(text.id, text);
    return { carrierIds: [`c-${text.id}`] };
  }

  get events(): CarrierEvents {
    if (!this.#events) throw new Error("The carrier was not started");
    return this.#events;
  }

  /** Somebody outside sends a text. */
  async text(
    from: string,
    to: string,
    body: string,
    carrierId = `in-${++this.#lastIncoming}-${from}`,
  ): Promise<void> {
    await this.events.received({ carrierId, from, to, body, media: [], at: Date.now() });
  }

  get bodies(): string[] {
    return [...this.delivered.values()].map(({ body }) => body);
  }
}
