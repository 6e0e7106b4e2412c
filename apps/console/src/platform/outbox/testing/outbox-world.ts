import { FakeClock } from "@offhook/testkit";
import type { Lock } from "../../api/token-refresher.ts";
import { Outbox, type Verdict } from "../outbox.ts";
import type { OutboxStorage } from "../outbox-storage.ts";
import type { Outgoing } from "../outgoing.ts";

export interface Note {
  readonly lane: string;
  readonly text: string;
}

/** What the service does with a request. `deaf`: it takes it, and its answer gets lost. */
export type Mood = "well" | "faulty" | "refusing" | "deaf" | "away";

export class Failure extends Error {
  readonly mood: Mood;

  constructor(mood: Mood) {
    super(mood);
    this.mood = mood;
  }
}

export function verdictOf(failure: unknown): Verdict {
  const mood = failure instanceof Failure ? failure.mood : "away";
  if (mood === "faulty") return { name: "fault", reason: "faulty" };
  return mood === "refusing" ? { name: "refused", reason: "refusing" } : { name: "outOfReach" };
}

interface Tab {
  readonly name: string;
  readonly outbox: Outbox<Note>;
  isAlive: boolean;
}

interface Wait {
  readonly tab: () => Tab;
  readonly grant: () => void;
}

/**
 * One browser with tabs, one device, one service. Whatever takes time waits in a queue until the test lets it happen:
 * `name` by which a queue keeps its own order, and no order with the others.
 */
export class World {
  readonly clock = new FakeClock(1_000_000);
  readonly device = new Map<string, Outgoing<Note>>();
  readonly tabs: Tab[] = [];
  /** Texts in the order in which the service first had them; a repeat of an id has no second effect. */
  readonly arrived: string[] = [];
  /** How often each text was handed to the service. */
  readonly attempts = new Map<string, number>();
  readonly repeats: string[] = [];
  mood: Mood = "well";
  readonly #known = new Set<string>();
  readonly #queues = new Map<string, { readonly tab: Tab | undefined; readonly run: () => void }[]>();
  readonly #locks = new Map<string, Wait[]>();
  readonly #listeners = new Map<Tab, () => void>();
  #ids = 0;

  openTab(): Tab {
    const name = `tab${this.tabs.length + 1}`;
    const self = (): Tab => tab;
    const outbox = new Outbox<Note>({
      name: "notes",
      storage: this.#storageOf(self),
      lock: this.#lockOf(self),
      clock: {
        now: () => this.clock.now(),
        schedule: (ms, task) => this.clock.schedule(ms, () => tab.isAlive && task()),
      },
      newId: () => {
        this.#ids += 1;
        return `id${this.#ids}`;
      },
      news: {
        tell: () => this.#tell(tab),
        onTold: (listener) => {
          this.#listeners.set(tab, listener);
        },
        close: () => {},
      },
      laneOf: ({ lane }) => lane,
      send: (entry, isRepeat) => this.#send(tab, entry, isRepeat),
      verdictOf,
      onFailed: (failure) => {
        throw failure;
      },
    });
    const tab: Tab = { name, outbox, isAlive: true };
    this.tabs.push(tab);
    void outbox.start();
    return tab;
  }

  /** Without a word: what it had not written is lost, what it had sent may still arrive. */
  kill(tab: Tab): void {
    tab.isAlive = false;
    this.#listeners.delete(tab);
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((step) => step.tab !== tab),
      );
    for (const [name, waits] of this.#locks) {
      const wasHeld = waits[0]?.tab() === tab;
      const others = waits.filter((wait) => wait.tab() !== tab);
      this.#locks.set(name, others);
      if (wasHeld) others[0]?.grant();
    }
  }

  get living(): readonly Tab[] {
    return this.tabs.filter(({ isAlive }) => isAlive);
  }

  shown(tab: Tab): readonly string[] {
    return tab.outbox.state.getState().map(({ text }) => text);
  }

  /** Lets one thing happen, of those that could. */
  async step(choice = 0): Promise<boolean> {
    const ready = [...this.#queues.values()].filter((queue) => queue.length > 0);
    const queue = ready[choice % Math.max(1, ready.length)];
    queue?.shift()?.run();
    await settled();
    return queue !== undefined;
  }

  async settle(): Promise<void> {
    await settled();
    while (await this.step());
  }

  #later<Result>(name: string, tab: Tab | undefined, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(work());
        } catch (failure) {
          reject(failure);
        }
      };
      this.#queues.set(name, [...(this.#queues.get(name) ?? []), { tab, run }]);
    });
  }

  #storageOf(tab: () => Tab): OutboxStorage<Outgoing<Note>> {
    const later = <Result>(work: () => Result): Promise<Result> =>
      this.#later(`device of ${tab().name}`, tab(), work);
    return {
      list: () => later(() => [...this.device.values()]),
      put: (entry) => later(() => void this.device.set(entry.key, entry)),
      remove: (key) => later(() => void this.device.delete(key)),
      clear: () => later(() => this.device.clear()),
    };
  }

  #lockOf(tab: () => Tab): Lock {
    return async (name, work) => {
      const waits = this.#locks.get(name) ?? [];
      const hadToWait = waits.length > 0;
      const granted = new Promise<void>((resolve) => {
        this.#locks.set(name, [...waits, { tab, grant: resolve }]);
      });
      if (hadToWait) await granted;
      try {
        return await work(hadToWait);
      } finally {
        const [, ...others] = this.#locks.get(name) ?? [];
        this.#locks.set(name, others);
        others[0]?.grant();
      }
    };
  }

  #tell(from: Tab): void {
    for (const [to, listener] of this.#listeners)
      if (to !== from) void this.#later(`news from ${from.name} to ${to.name}`, to, listener);
  }

  async #send(tab: Tab, { id, lane, text }: Outgoing<Note>, isRepeat: boolean): Promise<void> {
    this.attempts.set(text, (this.attempts.get(text) ?? 0) + 1);
    if (isRepeat) this.repeats.push(text);
    // A page that is gone has no more to say, but what it said is under way.
    const mood = await this.#later(`way of ${lane} in ${tab.name}`, undefined, () => {
      const now = this.mood;
      if ((now === "well" || now === "deaf") && !this.#known.has(id)) {
        this.#known.add(id);
        this.arrived.push(text);
      }
      return now;
    });
    await this.#later(`answers of ${lane} to ${tab.name}`, tab, () => {
      if (mood !== "well") throw new Failure(mood);
    });
  }
}

/** Everything that waits for a promise has had its turn. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
