import type { TextMessages, TextMessagesOptions } from "./text-messages.ts";

/**
 * The place of the user's texts. What holds them is loaded with the first screen that needs it, or after the
 * first paint: no other screen has to carry it to be shown.
 */
export class MessagesHub {
  readonly #options: () => TextMessagesOptions;
  #texts: TextMessages | undefined;
  #isStopped = false;

  constructor(options: () => TextMessagesOptions) {
    this.#options = options;
  }

  /** One for all: whoever comes first makes it. */
  open(create: (options: TextMessagesOptions) => TextMessages): TextMessages {
    this.#texts ??= create(this.#options());
    if (this.#isStopped) this.#texts.stop();
    return this.#texts;
  }

  stop(): void {
    this.#isStopped = true;
    this.#texts?.stop();
  }
}
