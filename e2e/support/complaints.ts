import type { BrowserContext, ConsoleMessage, Page } from "@playwright/test";

/** Said by Playwright itself wherever a journey goes without the service worker. */
const WITHOUT_WORKER = /Service Worker registration blocked by Playwright/;

/** Everything the browser complained of: a journey that makes it do so fails, unless it said beforehand that it would. */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [WITHOUT_WORKER];

  watch(context: BrowserContext): void {
    for (const page of context.pages()) this.#watchPage(page);
    context.on("page", (page) => this.#watchPage(page));
  }

  /** The browser itself reports every refused request; where a refusal is the point of the journey, say so. */
  expect(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns);
  }

  unexpected(): readonly string[] {
    return this.#heard.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  #watchPage(page: Page): void {
    page.on("pageerror", (error) =>
      this.#heard.push(`uncaught: ${error.stack || error.message || error.name}`),
    );
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      this.#heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
  }
}

export const REFUSED_401 = /status of 401/;
export const REFUSED_403 = /status of 403/;
/** While the server is away the browser reports every attempt to reach it. */
export const UNREACHABLE =
  /unknown error occurred when fetching the script|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection to .* failed/;
