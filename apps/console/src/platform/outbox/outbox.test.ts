import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { Outbox, type OutboxOptions } from "./outbox.ts";
import type { OutboxStorage } from "./outbox-storage.ts";
import type { Outgoing } from "./outgoing.ts";
import { Failure, type Note, verdictOf } from "./testing/outbox-world.ts";

const outage = () => new Failure("away");
const refusal = () => new Failure("refusing");
const fault = () => new Failure("faulty");

/** One browser: what its tabs share, and a service that can fail. */
function aBrowser() {
  const stored = new Map<string, Outgoing<Note>>();
  const listeners = new Set<() => void>();
  const clock = new FakeClock();
  const sent: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ids = 0;
  const world = {
    clock,
    sent,
    stored,
    failure: undefined as (() => Error) | undefined,
    /** Called before each answer, for what happens in the middle of a send. */
    during: async (_text: Outgoing<Note>): Promise<void> => {},
    openTab: (): Outbox<Note> =>
      new Outbox<Note>({
        storage: storageOver(stored),
        clock,
        name: "notes",
        laneOf: ({ lane }) => lane,
        verdictOf,
        lock: (_name, work) => {
          const run = last.then(() => work(false));
          last = run.catch(() => {});
          return run;
        },
        newId: () => {
          ids += 1;
          return `id${ids}`;
        },
        news: {
          tell: () => {
            for (const listener of listeners) listener();
          },
          onTold: (listener) => {
            listeners.add(listener);
          },
          close: () => {},
        },
        send: async (text) => {
          await world.during(text);
          if (world.failure) throw world.failure();
          sent.push(text.text);
        },
        onFailed: (failure) => {
          throw failure;
        },
      }),
  };
  return world;
}

function storageOver(stored: Map<string, Outgoing<Note>>): OutboxStorage<Outgoing<Note>> {
  return {
    list: async () => [...stored.values()].sort((one, other) => (one.key < other.key ? -1 : 1)),
    put: async (text) => void stored.set(text.key, text),
    remove: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  };
}

const to = { lane: "a" };

test("[OUT1] a text is shown at once, kept, sent, and then forgotten", async () => {
  const browser = aBrowser();
  const tab = browser.openTab();
  await tab.start();
  const adding = tab.add({ ...to, text: "Hello" });
  expect(tab.state.getState().map(({ text }) => text)).toEqual(["Hello"]);
  await adding;
  await expect.poll(() => browser.sent).toEqual(["Hello"]);
  await expect.poll(() => tab.state.getState()).toEqual([]);
  expect(browser.stored.size).toBe(0);
});

test("[OUT1] a text does not wait for the device to be sent, and is not kept by it afterwards", async () => {
  const browser = aBrowser();
  let keep = (): void => {};
  const isKept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  const storage = storageOver(browser.stored);
  const tab = new Outbox<Note>({
    ...optionsOf(browser),
    lock: (_name, work) => work(false),
    storage: { ...storage, put: (text) => isKept.then(() => storage.put(text)) },
  });
  await tab.start();
  const adding = tab.add({ ...to, text: "Hello" });
  await expect.poll(() => browser.sent).toEqual(["Hello"]);
  await expect.poll(() => tab.state.getState()).toEqual([]);
  keep();
  await adding;
  await expect.poll(() => browser.stored.size).toBe(0);
  tab.flush();
  expect(browser.sent).toEqual(["Hello"]);
});

test("[OUT1] a text that was sent is not shown again by a look at a device that still has it", async () => {
  const browser = aBrowser();
  let remove = (): void => {};
  const isRemoved = new Promise<void>((resolve) => {
    remove = resolve;
  });
  let tell = (): void => {};
  const storage = storageOver(browser.stored);
  const tab = new Outbox<Note>({
    ...optionsOf(browser),
    lock: (_name, work) => work(false),
    news: {
      tell: () => {},
      onTold: (listener) => {
        tell = listener;
      },
      close: () => {},
    },
    storage: { ...storage, remove: (key) => isRemoved.then(() => storage.remove(key)) },
  });
  await tab.start();
  await tab.add({ ...to, text: "Hello" });
  await expect.poll(() => tab.state.getState()).toEqual([]);
  expect(browser.stored.size).toBe(1);
  const shown: string[] = [];
  tab.state.subscribe((texts) => shown.push(...texts.map(({ text }) => text)));
  tell();
  remove();
  await expect.poll(() => browser.stored.size).toBe(0);
  expect(shown).toEqual([]);
});

test("[OUT1] a text leaves in the turn of the key, unless another waits before it", async () => {
  const browser = aBrowser();
  const begun: string[] = [];
  let answer = (): void => {};
  browser.during = ({ text }) => {
    begun.push(text);
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const tab = browser.openTab();
  await tab.start();
  const adding = [tab.add({ ...to, text: "one" })];
  expect(begun).toEqual(["one"]);
  adding.push(tab.add({ ...to, text: "two" }));
  await Promise.all(adding);
  expect(begun).toEqual(["one"]);
  answer();
  await expect.poll(() => begun).toEqual(["one", "two"]);
  answer();
  await expect.poll(() => tab.state.getState()).toEqual([]);
  expect(browser.sent).toEqual(["one", "two"]);
});

test("[OUT4] a text leaves while another tab has the lock, and is not sent again with the lock", async () => {
  const browser = aBrowser();
  let held: Promise<void> = Promise.resolve();
  let free = (): void => {};
  const tab = new Outbox<Note>({
    ...optionsOf(browser),
    lock: (_name, work) => held.then(() => work(true)),
  });
  await tab.start();
  await tab.add({ ...to, text: "first" });
  await expect.poll(() => browser.stored.size).toBe(0);
  // The first lock is given back in the same turn.
  await new Promise((resolve) => setTimeout(resolve));
  held = new Promise((resolve) => {
    free = resolve;
  });
  await tab.add({ ...to, text: "Hello" });
  expect(browser.sent).toEqual(["first", "Hello"]);
  expect(browser.stored.size).toBe(1);
  free();
  await expect.poll(() => browser.stored.size).toBe(0);
  expect(browser.sent).toEqual(["first", "Hello"]);
});

test("[OUT2] what cannot reach the service waits, and goes out in order when it can", async () => {
  const browser = aBrowser();
  browser.failure = outage;
  const tab = browser.openTab();
  await tab.start();
  for (const text of ["one", "two", "three"]) await tab.add({ ...to, text });
  await expect
    .poll(() => tab.state.getState().map(({ state }) => state.name))
    .toEqual(Array(3).fill("waiting"));
  browser.failure = undefined;
  browser.clock.advance(60_000);
  await expect.poll(() => browser.sent).toEqual(["one", "two", "three"]);
});

test("[OUT3] a page that is reloaded in the middle of a send sends it with the same id", async () => {
  const browser = aBrowser();
  const ids: string[] = [];
  browser.during = ({ id }) => {
    ids.push(id);
    // The first page never hears the answer.
    return ids.length === 1 ? new Promise(() => {}) : Promise.resolve();
  };
  const before = browser.openTab();
  await before.start();
  await before.add({ ...to, text: "Once" });
  await expect.poll(() => ids.length).toBe(1);
  before.stop();
  // The browser frees the lock of a page that is gone.
  const after = new Outbox<Note>({
    ...optionsOf(browser),
    lock: (_name, work) => work(false),
  });
  await after.start();
  await expect.poll(() => browser.sent).toEqual(["Once"]);
  expect(new Set(ids).size).toBe(1);
});

test("[OUT4] one tab sends for all, and all show what waits", async () => {
  const browser = aBrowser();
  browser.failure = outage;
  const one = browser.openTab();
  const other = browser.openTab();
  await Promise.all([one.start(), other.start()]);
  await one.add({ ...to, text: "from one" });
  await other.add({ ...to, text: "from other" });
  await expect.poll(() => one.state.getState().length).toBe(2);
  await expect.poll(() => other.state.getState().length).toBe(2);
  browser.failure = undefined;
  one.flush();
  other.flush();
  await expect.poll(() => browser.sent.toSorted()).toEqual(["from one", "from other"]);
  await expect.poll(() => [...one.state.getState(), ...other.state.getState()]).toEqual([]);
});

test("[OUT5] a refused text stays with its reason, lets others pass, and can be tried again or discarded", async () => {
  const browser = aBrowser();
  browser.failure = refusal;
  const tab = browser.openTab();
  await tab.start();
  await tab.add({ ...to, text: "no" });
  await expect.poll(() => tab.state.getState()[0]?.state).toEqual({ name: "refused", reason: "refusing" });
  browser.failure = undefined;
  await tab.add({ ...to, text: "yes" });
  await expect.poll(() => browser.sent).toEqual(["yes"]);
  await tab.retry(tab.state.getState()[0]?.key ?? "");
  await expect.poll(() => browser.sent).toEqual(["yes", "no"]);
  browser.failure = refusal;
  await tab.add({ ...to, text: "again" });
  await expect.poll(() => tab.state.getState()[0]?.state.name).toBe("refused");
  await tab.discard(tab.state.getState()[0]?.key ?? "");
  expect(tab.state.getState()).toEqual([]);
});

test("[OUT6] a service that keeps failing at a text is believed in the end", async () => {
  const browser = aBrowser();
  browser.failure = fault;
  let attempts = 0;
  browser.during = async () => {
    attempts += 1;
  };
  const tab = browser.openTab();
  await tab.start();
  await tab.add({ ...to, text: "poison" });
  await expect
    .poll(() => {
      browser.clock.advance(60_000);
      return tab.state.getState()[0]?.state.name;
    })
    .toBe("refused");
  expect(attempts).toBe(5);
});

function optionsOf(browser: ReturnType<typeof aBrowser>): Omit<OutboxOptions<Note>, "lock"> {
  return {
    storage: storageOver(browser.stored),
    clock: browser.clock,
    name: "notes",
    laneOf: ({ lane }) => lane,
    verdictOf,
    newId: () => "unused",
    news: { tell: () => {}, onTold: () => {}, close: () => {} },
    send: async (text) => {
      await browser.during(text);
      browser.sent.push(text.text);
    },
    onFailed: (failure) => {
      throw failure;
    },
  };
}
