import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** Stands between two ends and loses some of what they send, by a plan that is the same in every run. */
export class LossyRelay {
  readonly #sockets: readonly [Socket, Socket];
  readonly #isLost: (packet: number) => boolean;
  readonly #targets: [number, number] = [0, 0];
  #packets = 0;
  #lost = 0;

  private constructor(sockets: readonly [Socket, Socket], isLost: (packet: number) => boolean) {
    this.#sockets = sockets;
    this.#isLost = isLost;
    sockets[0].on("message", (data) => this.#pass(data, 1));
    sockets[1].on("message", (data) => this.#pass(data, 0));
  }

  static async open(isLost: (packet: number) => boolean): Promise<LossyRelay> {
    const sockets = [createSocket("udp4"), createSocket("udp4")] as const;
    for (const socket of sockets) {
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
    }
    return new LossyRelay(sockets, isLost);
  }

  /** What each side is to send to. */
  get ports(): readonly [first: number, second: number] {
    return [this.#sockets[0].address().port, this.#sockets[1].address().port];
  }

  get lost(): number {
    return this.#lost;
  }

  connect(first: number, second: number): void {
    this.#targets[0] = first;
    this.#targets[1] = second;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  #pass(data: Buffer, to: 0 | 1): void {
    const target = this.#targets[to];
    if (target === 0) return;
    this.#packets += 1;
    if (this.#isLost(this.#packets)) this.#lost += 1;
    else this.#sockets[to].send(data, target, "127.0.0.1");
  }
}

/** One in a hundred, here and there. */
export function oneInAHundred(seed = 1): (packet: number) => boolean {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 < 0.01;
  };
}
