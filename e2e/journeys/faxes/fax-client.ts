import type { TestServer } from "../../support/server.ts";

/** As much of a fax as these journeys look at. */
export interface SentFax {
  readonly id: string;
  readonly called: string;
  readonly pages: number;
  /** The one that is on its way. */
  readonly page: number;
  readonly dlr_status: number;
  readonly dlr_error: string;
  readonly next_try: number | null;
}

interface Order {
  /** A repeat with the same one sends nothing. */
  readonly uuid: string;
  readonly to: readonly string[];
}

const PAGE_SIZE = 200;
/** The longest wait before a planned try. */
const NEXT_TRY_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 500;

const isOpen = ({ dlr_status }: SentFax): boolean => dlr_status < 0;

/** Tom, who sends faxes over the REST service on a line whose receipts nobody wants by mail. */
export class FaxClient {
  readonly #server: TestServer;
  readonly #line: string;
  #sourceId: string | undefined;
  #headers: Readonly<Record<string, string>> = {};

  private constructor(server: TestServer, line: string) {
    this.#server = server;
    this.#line = line;
  }

  static async signIn(server: TestServer, line: string): Promise<FaxClient> {
    const client = new FaxClient(server, line);
    await client.#signIn();
    await client.#ask("PUT", "/fax/box", { mailbox: line, receipts: false });
    return client;
  }

  /** The two pages of a fax that is there, so that none has to be drawn. The faxes' ids, in the order of their numbers. */
  async send({ uuid, to }: Order): Promise<string[]> {
    const line = this.#line;
    this.#sourceId ??= (await this.sent()).find(
      ({ pages, dlr_status }) => pages === 2 && dlr_status === 0,
    )?.id;
    const body = {
      uuid,
      mailbox: line,
      id: this.#sourceId,
      from: line,
      to: to.map((number) => ({ number })),
    };
    return (await this.#ask<SentFax[]>("POST", "/fax/again", body)).map(({ id }) => id);
  }

  /** These faxes, as they stand. */
  async look(ids: readonly string[]): Promise<SentFax[]> {
    const wanted = new Set(ids);
    return (await this.sent()).filter(({ id }) => wanted.has(id));
  }

  /** All faxes that the line has sent or is to send. */
  async sent(): Promise<SentFax[]> {
    const faxes: SentFax[] = [];
    for (;;) {
      const query = `mailbox=${this.#line}&dir=SENT&_limit=${PAGE_SIZE}&_offset=${faxes.length}`;
      const page = await this.#ask<SentFax[]>("GET", `/fax/messages?${query}`);
      faxes.push(...page);
      if (page.length < PAGE_SIZE) return faxes;
    }
  }

  /** Until each of them has arrived or failed. */
  settled(ids: readonly string[], withinMs: number): Promise<SentFax[]> {
    return this.until(ids, (faxes) => !faxes.some(isOpen), withinMs);
  }

  /** When all that are left wait for a try, its time comes. */
  async until(
    ids: readonly string[],
    isSo: (faxes: readonly SentFax[]) => boolean,
    withinMs: number,
  ): Promise<SentFax[]> {
    const end = Date.now() + withinMs;
    for (;;) {
      const faxes = await this.look(ids);
      if (isSo(faxes)) return faxes;
      const open = faxes.filter(isOpen);
      if (Date.now() > end) throw new Error(`${open.length} faxes are on their way for ever`);
      if (open.every(({ next_try }) => next_try !== null)) await this.#moveOn();
      else await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  /** Signed in anew, since tokens last for a quarter of an hour. */
  async #moveOn(): Promise<void> {
    await this.#server.moveClock(NEXT_TRY_MS);
    await this.#signIn();
  }

  async #signIn(): Promise<void> {
    const config = await fetch(`${this.#server.url}/config.json`);
    const { appKey } = (await config.json()) as { appKey: string };
    this.#headers = { "x-app-key": appKey, "content-type": "application/json" };
    const body = { username: "tom@harborlight.example", passhash: "offhook-demo", rrt: true };
    const { token } = await this.#ask<{ token: string }>("POST", "/login", body);
    this.#headers = { ...this.#headers, authorization: `Bearer ${token}` };
  }

  async #ask<Result>(method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<Result> {
    const answer = await fetch(`${this.#server.url}/api${path}`, {
      method,
      headers: this.#headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { error, result } = (await answer.json()) as { error: { message: string } | null; result: Result };
    if (error) throw new Error(`${method} ${path}: ${error.message}`);
    return result;
  }
}
