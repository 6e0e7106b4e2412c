import { FakeClock } from "@offhook/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aHub, aUser, type ScriptedClient, settle, signedInClient } from "../../testing/chat-room.ts";
import { MemoryChatStore } from "../../testing/memory-chat-store.ts";

const USERS = [1, 2, 3].map((number) => aUser(number));

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("pub" as const), who: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("note" as const),
      who: fc.nat(5),
      what: fc.constantFrom("read", "recv"),
      seq: fc.nat(30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("del" as const),
      who: fc.nat(5),
      low: fc.nat(20),
      length: fc.integer({ min: 1, max: 5 }),
      hard: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("cut" as const), who: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("pause" as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Two clients a user. One that was cut comes back with a new connection and asks for what it missed. */
class Room {
  readonly clock = new FakeClock(1_700_000_000_000);
  readonly store = new MemoryChatStore();
  readonly hub = aHub(this.store, this.clock);
  readonly clients: ScriptedClient[] = [];
  readonly seen: Map<number, unknown>[] = [];
  group = "";
  acknowledged = 0;
  #lastText = 0;

  async open(): Promise<void> {
    for (const user of USERS) await this.store.addUser(user);
    for (let index = 0; index < 6; index++) await this.#connect(index);
  }

  async #connect(index: number): Promise<void> {
    const user = USERS[index % 3];
    if (!user) return;
    const client = await signedInClient(this.hub, user, `${index}-${Math.random()}`);
    this.clients[index] = client;
    this.seen[index] ??= new Map();
    if (this.group === "") {
      const made = await client.ask("sub", { topic: "new1", set: { desc: { defacs: { auth: "JRWPSD" } } } });
      if ("ctrl" in made) this.group = made.ctrl.topic ?? "";
      return;
    }
    const since = Math.max(0, ...(this.seen[index]?.keys() ?? [])) + 1;
    await client.ask("sub", { topic: this.group, get: { what: "data", data: { since, limit: 100 } } });
  }

  async run(step: Step): Promise<void> {
    const { group } = this;
    if (step.type === "pause") {
      this.clock.advance(step.ms);
      return settle();
    }
    const client = this.clients[step.who];
    if (!client) return;
    switch (step.type) {
      case "pub":
        client.send("pub", { id: `p${this.#lastText}`, topic: group, content: this.#lastText++ });
        return;
      case "note":
        client.send("note", { topic: group, what: step.what, seq: step.seq });
        return;
      case "del":
        client.send("del", {
          id: "d",
          topic: group,
          delseq: [{ low: step.low, hi: step.low + step.length }],
          hard: step.hard,
        });
        return;
      case "cut":
        this.collect();
        this.hub.close(client.session);
        await this.#connect(step.who);
        return;
    }
  }

  /** Takes in what every client was sent, and holds it against the rules of the stream. */
  collect(): void {
    for (const [index, client] of this.clients.entries()) {
      const seen = this.seen[index] ?? new Map<number, unknown>();
      for (const frame of client.take()) {
        if ("ctrl" in frame && frame.ctrl.code === 202) this.acknowledged += 1;
        if (!("data" in frame)) continue;
        const { seq, content } = frame.data;
        if (seen.has(seq)) expect(seen.get(seq)).toEqual(content);
        seen.set(seq, content);
      }
    }
  }
}

/** The first user makes the group; the other two join it, and the group says so in two messages. */
const JOINS = 2;

function expectOneStream(room: Room): void {
  const all = new Map<number, unknown>();
  for (const seen of room.seen)
    for (const [seq, content] of seen) {
      if (all.has(seq)) expect(content).toEqual(all.get(seq));
      all.set(seq, content);
    }
}

async function expectNothingDeletedIsShown(room: Room): Promise<void> {
  for (const user of USERS) {
    const cleared = await room.store.deletions(room.group, user.id, { limit: 1000 });
    const isCleared = (seq: number): boolean =>
      cleared?.ranges.some(({ low, hi }) => seq >= low && seq < hi) ?? false;
    const visible = await room.store.messages(room.group, user.id, { limit: 1000 });
    expect(visible.filter(({ seq }) => isCleared(seq))).toEqual([]);
  }
}

test("[CHAT-I1] whatever the order of clients, all see one stream and no receipt lies", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), async (steps) => {
      const room = new Room();
      await room.open();
      for (const step of steps) await room.run(step);
      await settle();
      room.clock.advance(10_000);
      await settle();
      room.collect();

      const stored = await room.store.findTopic(room.group);
      const seq = stored?.topic.seq ?? 0;
      // What was sent just before its connection was cut may be lost, but never what was acknowledged.
      expect(seq - JOINS).toBeGreaterThanOrEqual(room.acknowledged);
      expect(seq - JOINS).toBeLessThanOrEqual(steps.filter((step) => step.type === "pub").length);
      for (const { read, recv } of stored?.subscriptions ?? []) {
        expect(read).toBeLessThanOrEqual(recv);
        expect(recv).toBeLessThanOrEqual(seq);
      }
      expectOneStream(room);
      await expectNothingDeletedIsShown(room);
    }),
    { numRuns: 150 },
  );
});
