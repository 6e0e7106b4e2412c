import type { MessageDesk, MessageDeskOptions } from "./message-desk.ts";

/**
 * The place of the user's message desk. The desk itself is loaded with the first screen that needs it, or after the
 * first paint: no other screen has to carry it to be shown.
 */
export class MessagesHub {
  readonly #options: () => MessageDeskOptions;
  #desk: MessageDesk | undefined;
  #isStopped = false;

  constructor(options: () => MessageDeskOptions) {
    this.#options = options;
  }

  /** One desk for all: whoever comes first makes it. */
  open(create: (options: MessageDeskOptions) => MessageDesk): MessageDesk {
    this.#desk ??= create(this.#options());
    if (this.#isStopped) this.#desk.stop();
    return this.#desk;
  }

  stop(): void {
    this.#isStopped = true;
    this.#desk?.stop();
  }
}
