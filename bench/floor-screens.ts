import { once } from "node:events";
import type { AnyPushEvent, PushServerFrame, QueueStatus } from "@offhook/contract";
import { WebSocket } from "ws";

// Started by queue-floor.ts in a process of its own: many dashboards that follow one queue as the console does.
interface Order {
  readonly url: string;
  readonly people: readonly { token: string; headers: Record<string, string> }[];
}

/** Something that every screen has now heard of; `at` by the machine's clock that all processes share. */
export interface ShownEverywhere {
  readonly what: string;
  readonly at: number;
}

/** Milliseconds by a clock that is the same in every process. */
export const sharedNow = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
/** What a screen tells apart: callers by their number, agents by their line. */
export const isGone = (number: string): string => `gone ${number}`;
export const isPaused = (phone: string, reason: string | null): string =>
  `${phone} ${reason ?? "not paused"}`;

/** A dashboard asks for the numbers of the day once in so long while its queues change. */
const NUMBERS_EVERY_MS = 5_000;

type StatusEvent = AnyPushEvent & { readonly status: QueueStatus };

/** What differs from the status before. */
function changesOf(before: QueueStatus | undefined, now: QueueStatus): string[] {
  const numbers = new Set(now.waiting.map(({ number }) => number));
  const gone = (before?.waiting ?? []).filter(({ number }) => !numbers.has(number));
  const reasons = new Map(before?.agents.map(({ phone, reason }) => [phone, reason]));
  const changed = now.agents.filter(({ phone, reason }) => reasons.get(phone) !== reason);
  return [
    ...gone.map(({ number }) => isGone(number)),
    ...changed.map(({ phone, reason }) => isPaused(phone, reason)),
  ];
}

/** Counts on how many screens each change has come; told once it is on the last one. */
class Screens {
  readonly #count: number;
  readonly #seen = new Map<string, number>();

  constructor(count: number) {
    this.#count = count;
  }

  shows(what: string): void {
    const times = (this.#seen.get(what) ?? 0) + 1;
    if (times < this.#count) this.#seen.set(what, times);
    else {
      this.#seen.delete(what);
      process.send?.({ what, at: sharedNow() } satisfies ShownEverywhere);
    }
  }
}

type Person = Order["people"][number];

async function openScreen(url: string, { token, headers }: Person, screens: Screens): Promise<void> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/push`);
  let shown: QueueStatus | undefined;
  await once(socket, "open");
  const welcome = new Promise<void>((resolve, reject) => {
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as PushServerFrame;
      if (frame.type === "welcome") resolve();
      if (frame.type !== "event" || frame.event.type !== "QUEUE_STATUS") return;
      const { status } = frame.event as StatusEvent;
      for (const change of changesOf(shown, status)) screens.shows(change);
      shown = status;
    });
    socket.on("close", (code) => reject(new Error(`A screen was closed with ${code}`)));
  });
  socket.send(JSON.stringify({ type: "hello", token }));
  await welcome;
  // As the page does: what is there already comes with a request, what changes with the events.
  const answer = await fetch(`${url}/api/queue/status`, { headers });
  const { result } = (await answer.json()) as { result: { queues: QueueStatus[] } };
  shown ??= result.queues[0];
}

async function serve({ url, people }: Order): Promise<void> {
  const screens = new Screens(people.length);
  await Promise.all(people.map((person) => openScreen(url, person, screens)));
  people.forEach(({ headers }, index) => {
    const ask = async (): Promise<void> => void (await fetch(`${url}/api/queue/numbers`, { headers })).text();
    // Not all at the same moment, as people do not open their pages at the same moment.
    setTimeout(
      () => setInterval(() => void ask(), NUMBERS_EVERY_MS),
      (index / people.length) * NUMBERS_EVERY_MS,
    );
  });
  process.send?.({ what: "open", at: sharedNow() } satisfies ShownEverywhere);
}

if (process.send) process.once("message", (order: Order) => void serve(order));
