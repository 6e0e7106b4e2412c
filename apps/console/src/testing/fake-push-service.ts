import type { AnyPushEvent, PushClientFrame, PushServerFrame } from "@offhook/contract";
import type { PushSocket, PushSocketListener } from "../platform/push/push-client.ts";

/** One connection as the service sees it. Frames arrive when the test says so, so it can be cut between any two. */
export class FakePushConnection {
  readonly #listener: PushSocketListener;
  readonly #inFlight: PushServerFrame[] = [];
  readonly received: PushClientFrame[] = [];
  isOpen = true;

  constructor(listener: PushSocketListener) {
    this.#listener = listener;
  }

  open(): void {
    if (this.isOpen) this.#listener.opened();
  }

  send(frame: PushServerFrame): void {
    if (this.isOpen) this.#inFlight.push(frame);
  }

  /** Lets up to `count` frames reach the client. */
  deliver(count = Number.POSITIVE_INFINITY): void {
    for (let sent = 0; sent < count && this.isOpen; sent += 1) {
      const frame = this.#inFlight.shift();
      if (!frame) return;
      this.#listener.received(JSON.stringify(frame));
    }
  }

  close(code = 1006): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#inFlight.length = 0;
    this.#listener.closed(code);
  }
}

interface LoggedEvent {
  readonly id: number;
  readonly event: AnyPushEvent;
}

/** The push service by its contract: a log of events, and clients that say hello get what they missed. */
export class FakePushService {
  readonly connections: FakePushConnection[] = [];
  readonly log: LoggedEvent[] = [];
  /** Events up to this one are no longer kept. */
  forgottenUpTo = 0;
  isReachable = true;
  #lastId = 0;

  get lastId(): number {
    return this.#lastId;
  }

  get current(): FakePushConnection | undefined {
    return this.connections.findLast(({ isOpen }) => isOpen);
  }

  readonly openSocket = (listener: PushSocketListener): PushSocket => {
    const connection = new FakePushConnection(listener);
    this.connections.push(connection);
    if (!this.isReachable) queueMicrotask(() => connection.close());
    else queueMicrotask(() => connection.open());
    return {
      send: (text) => this.#receive(connection, JSON.parse(text) as PushClientFrame),
      close: () => connection.close(1000),
    };
  };

  /** Ids need not be consecutive: events of other channels lie between. */
  publish(type: string, gap = 1, fields: object = {}): void {
    this.#lastId += gap;
    const entry = { id: this.#lastId, event: { ...fields, type, id: this.#lastId } };
    this.log.push(entry);
    this.current?.send({ type: "event", channel: "user.1", ...entry });
  }

  #receive(connection: FakePushConnection, frame: PushClientFrame): void {
    connection.received.push(frame);
    if (frame.type === "ping") connection.send({ type: "pong" });
    if (frame.type !== "hello") return;
    connection.send({ type: "welcome", lastEventId: this.#lastId, channels: [] });
    const { lastEventId } = frame;
    if (lastEventId === undefined) return;
    if (lastEventId < this.forgottenUpTo) {
      connection.send({ type: "reset", lastEventId: this.#lastId });
      return;
    }
    for (const { id, event } of this.log) {
      // One too many: a service that commits and sends in two steps may repeat itself, and the client must not mind.
      if (id >= lastEventId) connection.send({ type: "event", id, channel: "user.1", event });
    }
    connection.send({ type: "caughtUp", lastEventId: this.#lastId });
  }
}
