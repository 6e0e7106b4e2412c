import type { LiveVoicemail } from "@offhook/contract";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";

export interface LiveVoicemailsOptions {
  readonly client: Pick<Client, "getLiveVoicemails">;
  readonly log: EventLog;
}

type Cards = readonly LiveVoicemail[];

/** The messages that are being left in the user's boxes, and those that were a moment ago; the oldest first. */
export class LiveVoicemails extends LiveValue<Cards> {
  readonly #client: LiveVoicemailsOptions["client"];
  readonly #hidden = new Set<string>();

  constructor({ client, log }: LiveVoicemailsOptions) {
    super({
      log,
      initial: [],
      rules: {
        VOICEMAIL_LIVE: (cards, { live }) => (this.#hidden.has(live.id) ? cards : withCard(cards, live)),
      },
      reload: () => this.load(),
    });
    this.#client = client;
  }

  /** What is over meanwhile is not among the answer, so that nothing is left of a server that was killed. */
  load(): Promise<void> {
    return this.fetch(
      "live",
      (options) => this.#client.getLiveVoicemails({}, options),
      (_before, cards) => entities(cards).filter(({ id }) => !this.#hidden.has(id)),
      { isWhole: true },
    );
  }

  /** The user has seen enough of it; what happens to it from here on is not shown either. */
  hide(id: string): void {
    this.#hidden.add(id);
    this.update((cards) => cards.filter((card) => card.id !== id));
  }
}

function withCard(cards: Cards, card: LiveVoicemail): Cards {
  const isKnown = cards.some(({ id }) => id === card.id);
  return isKnown ? cards.map((each) => (each.id === card.id ? card : each)) : [...cards, card];
}
