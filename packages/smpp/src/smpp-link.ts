import type { Server } from "node:net";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { type Pdu, type Session, smpp } from "./smpp-library.ts";

/** The connection is gone, or the far end no longer answers: nobody knows whether it has heard the last request. */
export class SmppLinkDown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SmppLinkDown";
  }
}

export type SmppFields = Readonly<Record<string, unknown>>;

export interface SmppLinkOptions {
  readonly clock: Clock;
  /** Called for everything the far end asks, but for the questions whether we are still there. */
  readonly onRequest: (pdu: Pdu) => void;
  readonly onClose: (cause: Error | undefined) => void;
}

interface Waiting {
  readonly resolve: (pdu: Pdu) => void;
  readonly reject: (error: Error) => void;
  readonly cancelTimer: CancelTimer;
}

const LARGEST_SEQUENCE = 0x7fffffff;

/** One SMPP connection with answers as promises. */
export class SmppLink {
  readonly #session: Session;
  readonly #options: SmppLinkOptions;
  readonly #waiting = new Map<number, Waiting>();
  #sequence = 0;
  #state: "open" | "closed" = "open";
  #cause: Error | undefined;

  constructor(session: Session, options: SmppLinkOptions) {
    this.#session = session;
    this.#options = options;
    session.on("pdu", (pdu: Pdu) => this.#read(pdu));
    session.on("error", (error: Error) => {
      this.#cause = error;
      // The library stops reading after a broken frame, and says nothing more.
      session.destroy();
    });
    session.on("close", () => this.#closed());
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Resolves with the answer, whatever its status. */
  request(command: string, fields: SmppFields, timeoutMs: number): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      if (this.#state === "closed") return reject(new SmppLinkDown("The connection is closed"));
      this.#sequence = (this.#sequence % LARGEST_SEQUENCE) + 1;
      const sequence = this.#sequence;
      const cancelTimer = this.#options.clock.schedule(timeoutMs, () => {
        this.#waiting.delete(sequence);
        reject(new SmppLinkDown(`No answer to ${command} within ${timeoutMs} ms`));
      });
      this.#waiting.set(sequence, { resolve, reject, cancelTimer });
      this.#send(new smpp.PDU(command, { ...fields, sequence_number: sequence }));
    });
  }

  answer(pdu: Pdu, fields: SmppFields = {}): void {
    this.#send(pdu.response({ ...fields }));
  }

  /** At once: what waits for an answer learns that there will be none. */
  destroy(): void {
    this.#session.destroy();
  }

  #send(pdu: Pdu): void {
    if (this.#state === "open") this.#session.send(pdu);
  }

  #read(pdu: Pdu): void {
    if (pdu.isResponse()) {
      const waiting = this.#waiting.get(pdu.sequence_number);
      this.#waiting.delete(pdu.sequence_number);
      waiting?.cancelTimer();
      waiting?.resolve(pdu);
    } else if (pdu.command === "enquire_link" || pdu.command === "unknown") this.answer(pdu);
    else if (pdu.command === "unbind") {
      this.answer(pdu);
      this.#session.close();
    } else this.#options.onRequest(pdu);
  }

  #closed(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    const error = new SmppLinkDown("The connection was lost", { cause: this.#cause });
    for (const { reject, cancelTimer } of this.#waiting.values()) {
      cancelTimer();
      reject(error);
    }
    this.#waiting.clear();
    this.#options.onClose(this.#cause);
  }
}

/** Resolves once the connection stands; nobody is bound yet. `smpp://host:port`, or `ssmpp://` over TLS. */
export function connectSmpp(
  url: string,
  options: SmppLinkOptions & { timeoutMs: number },
): Promise<SmppLink> {
  return new Promise((resolve, reject) => {
    const session = smpp.connect({ url });
    let cause: Error | undefined;
    const fail = (): void => {
      cancelTimer();
      session.destroy();
      reject(new SmppLinkDown("The carrier cannot be reached", { cause }));
    };
    const remember = (error: Error): void => {
      cause = error;
    };
    const cancelTimer = options.clock.schedule(options.timeoutMs, fail);
    session.on("error", remember);
    session.once("close", fail);
    session.once(url.startsWith("ssmpp:") ? "secureConnect" : "connect", () => {
      cancelTimer();
      session.off("error", remember);
      session.off("close", fail);
      session.socket.setNoDelay(true);
      resolve(new SmppLink(session, options));
    });
  });
}

/** A server that hands out a link per connection; it is not listening yet. */
export function createSmppServer(onSession: (wrap: (options: SmppLinkOptions) => SmppLink) => void): Server {
  return smpp.createServer((session) => {
    session.socket.setNoDelay(true);
    onSession((options) => new SmppLink(session, options));
  });
}
