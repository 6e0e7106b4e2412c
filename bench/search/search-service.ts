import { randomUUID } from "node:crypto";
import { Agent, get as httpGet } from "node:http";
import { text } from "node:stream/consumers";
import { signInOverRest } from "../rest-sign-in.ts";

export interface SearchAnswer {
  readonly status: number;
  readonly milliseconds: number;
  readonly body: string;
}

/** Asks over one connection, and waits until the last byte is here. */
export class SearchService {
  readonly headers: Readonly<Record<string, string>>;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.headers = headers;
  }

  static async signIn(url: string): Promise<SearchService> {
    return new SearchService(url, (await signInOverRest(url)).headers);
  }

  ask(typed: string): Promise<SearchAnswer> {
    const url = new URL("/api/search/query", this.#url);
    url.searchParams.set("q", typed);
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const asking = httpGet(url, { agent: this.#agent, headers: this.headers }, (response) => {
        text(response).then(
          (body) =>
            resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - begun, body }),
          reject,
        );
      });
      asking.once("error", reject);
    });
  }

  async milliseconds(typed: string): Promise<number> {
    const { status, milliseconds, body } = await this.ask(typed);
    if (status !== 200) throw new Error(`${typed}: ${status} ${body.slice(0, 500)}`);
    const { result } = JSON.parse(body) as { result: { failed: readonly string[] } };
    if (result.failed.length > 0) throw new Error(`${typed}: ${result.failed.join(", ")} failed`);
    return milliseconds;
  }

  async send(number: string, line: string, words: string): Promise<void> {
    const body = JSON.stringify({ sms_line: line, receiver: number, msgdata: words, mId: randomUUID() });
    const answer = await fetch(new URL("/api/send/sms", this.#url), {
      method: "POST",
      headers: this.headers,
      body,
    });
    if (!answer.ok) throw new Error(`The text was refused: ${await answer.text()}`);
    await answer.arrayBuffer();
  }

  close(): void {
    this.#agent.destroy();
  }
}
