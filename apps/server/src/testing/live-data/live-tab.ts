import { setImmediate } from "node:timers/promises";
import { api, EVENT_NUMBER_HEADER, type PushEvent, type RouteDefinition } from "@offhook/contract";
import { createClient, type Transport } from "../../../../console/src/platform/api/api-client.ts";
import { EventLog, type NumberedEvent } from "../../../../console/src/platform/live/event-log.ts";
import { readEvents } from "../../database/events/event-log.ts";
import { createChannelDirectory } from "../../push/feed/channel-repository.ts";
import { APP_KEY, type TestApp } from "../test-app.ts";

export type { NumberedEvent };

const routes = Object.fromEntries(
  Object.entries<RouteDefinition>(api).map(([name, { method, path, access }]) => [
    name,
    [method, path, access] as const,
  ]),
);

/** The console of a signed-in user without its screens: its client, and the log of what it has heard. */
export class LiveTab {
  readonly userId: number;
  log = new EventLog();
  readonly client = createClient({ first: routes, rest: async () => ({}) }, (request) => this.#send(request));
  /** How often the service was asked for something, and for what. */
  readonly reads: string[] = [];
  readonly #server: TestApp;
  readonly #customerId: number;
  readonly #token: string;
  #heard = 0;
  #pending = 0;

  private constructor(server: TestApp, userId: number, customerId: number, token: string) {
    this.#server = server;
    this.userId = userId;
    this.#customerId = customerId;
    this.#token = token;
  }

  static async open(server: TestApp, userId: number, customerId: number): Promise<LiveTab> {
    const tab = new LiveTab(server, userId, customerId, await server.signIn(userId));
    await tab.skip();
    return tab;
  }

  /** What has happened so far is in whatever is loaded from now on. */
  async skip(): Promise<void> {
    this.#heard = await this.#server.database.eventNumber(this.#customerId);
    // A log of its own for each view: those of earlier changes are left behind with theirs.
    this.log = new EventLog((failure) => {
      throw failure;
    });
    this.log.begin(this.#heard);
  }

  /** Events the user may hear and has not heard yet, oldest first. */
  async next(): Promise<readonly NumberedEvent[]> {
    const { database } = this.#server;
    const channels = await createChannelDirectory(database).channelsOf({
      userId: this.userId,
      customerId: this.#customerId,
      sessionId: "",
      features: new Set(["calls", "messaging", "voicemail", "fax", "teamChat", "contacts", "supervision"]),
    });
    const own = new Set(channels.map(({ channel }) => channel));
    const events = await readEvents(database, this.#customerId, this.#heard, 1_000);
    this.#heard = events.at(-1)?.id ?? this.#heard;
    // What the server of this version wrote is of this contract: the test database has checked it.
    return events.flatMap(({ id, channel, event }) =>
      own.has(channel) ? [{ id, event: event as PushEvent }] : [],
    );
  }

  tell(events: readonly NumberedEvent[]): void {
    for (const { id, event } of events) this.log.add(id, event);
  }

  /** Nothing that was begun before asks for anything, or waits for its answer. */
  async isAnswered(): Promise<void> {
    // What was told is acted upon in later turns, and so is an answer.
    do await setImmediate();
    while (this.#pending > 0);
    await setImmediate();
  }

  readonly #send: Transport = async ({ method, path, body, onReply }) => {
    if (method === "GET") this.reads.push(path);
    this.#pending += 1;
    const reply = await this.#server.app.fastify.inject({
      method: method as "GET",
      url: `/api${path}`,
      headers: { "x-app-key": APP_KEY, authorization: `Bearer ${this.#token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    this.#pending -= 1;
    const number = reply.headers[EVENT_NUMBER_HEADER];
    if (number !== undefined) onReply?.(Number(number));
    const { error, result } = reply.json();
    if (error) throw new Error(`${method} ${path}: ${error.message}`);
    return result;
  };
}
