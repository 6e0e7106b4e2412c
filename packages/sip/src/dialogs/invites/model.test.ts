import { FakeClock } from "@offhook/testkit";
import { describe, expect, test } from "vitest";
import { MemoryNetwork, PERFECT } from "../../testing/memory-network.ts";
import { ModelPhone, RACES, type Race } from "../../testing/model-phone.ts";
import { SeededRandom } from "../../testing/seeded-random.ts";
import type { Flow } from "../../transactions/flow.ts";

/** More of them find more; a failing seed is named in the message and plays the same again. */
const RUNS = Number(process.env.OFFHOOK_MODEL_RUNS ?? 1_000);
const BATCHES = 20;

const races = new Map<Race, number>();
const countRace = (race: Race): void => void races.set(race, (races.get(race) ?? 0) + 1);

class ModelWorld {
  readonly clock = new FakeClock();
  readonly random: SeededRandom;
  readonly network: MemoryNetwork;
  readonly phones: readonly [ModelPhone, ModelPhone];

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    const transport: Flow["transport"] = this.random.chance(0.8) ? "UDP" : "TCP";
    const isBad = this.random.chance(0.8);
    this.network = new MemoryNetwork(
      this.clock,
      this.random,
      {
        loss: isBad && transport === "UDP" ? this.random.below(40) / 100 : 0,
        duplicates: isBad && transport === "UDP" ? this.random.below(30) / 100 : 0,
        minDelayMs: 1,
        maxDelayMs: this.random.pick([1, 20, 400, 2_000]),
      },
      transport,
    );
    this.network.isLogging = false;
    this.phones = [
      new ModelPhone("alice", this.clock, new SeededRandom(seed + 1_000_003)),
      new ModelPhone("bob", this.clock, new SeededRandom(seed + 2_000_003)),
    ];
    const [alice, bob] = this.phones;
    alice.other = bob;
    bob.other = alice;
    for (const phone of this.phones) phone.onRace = countRace;
  }

  /** Somebody pulls the cable of one of them. */
  #vanish(phone: ModelPhone): void {
    if (phone.live.size > 0) countRace("device vanishing");
    this.network.silent.add(phone.name);
  }

  flow(from: ModelPhone, to: ModelPhone): Flow {
    return this.network.connect(from.name, to.name, (name) => this.phones[name === "alice" ? 0 : 1].ua);
  }

  play(steps: number): void {
    for (let step = 0; step < steps; step += 1) {
      const [actor, other] = this.random.chance(0.5) ? this.phones : this.phones.toReversed();
      actor!.act(this.flow(actor!, other!), other!.name);
      this.clock.advance(this.random.pick([0, 1, 10, 200, 1_000, 3_000]));
      if (this.random.chance(0.02)) this.#vanish(this.random.pick(this.phones));
      if (this.random.chance(0.1)) this.network.silent.clear();
    }
  }

  heal(): void {
    this.network.quality = PERFECT;
    this.network.silent.clear();
    for (const phone of this.phones) phone.calmDown();
    // Longer than any ringing and two session intervals.
    this.clock.advance(250_000);
    // A refresh may be under way in this very moment.
    for (let tries = 0; tries < 20 && !this.#isSettled; tries += 1) this.clock.advance(1_000);
  }

  get #isSettled(): boolean {
    return this.phones.every((phone) => [...phone.live.values()].every((usage) => usage.offer === "stable"));
  }

  get isClean(): boolean {
    return this.phones.every((phone) => phone.isIdle) && this.clock.pendingTimers === 0;
  }
}

function beliefs(phone: ModelPhone, isTurned: boolean): string[] {
  return [...phone.live]
    .map(([callId, usage]) => {
      const media = phone.media.get(usage);
      const pair = isTurned ? [media?.remote, media?.local] : [media?.local, media?.remote];
      return `${callId} ${usage.state.name} ${usage.offer} ${pair.join("/")}`;
    })
    .sort();
}

function playOne(seed: number): void {
  const world = new ModelWorld(seed);
  const [alice, bob] = world.phones;
  world.play(10 + world.random.below(50));
  world.heal();
  expect(beliefs(alice, false), `seed ${seed}: both ends agree`).toEqual(beliefs(bob, true));
  for (const phone of world.phones) phone.hangUpAll();
  // Longer than anybody waits for the last word about a transfer.
  world.clock.advance(300_000);
  expect([...alice.live.keys(), ...bob.live.keys()], `seed ${seed}: all calls have ended`).toEqual([]);
  expect(world.isClean, `seed ${seed}: nothing is left`).toBe(true);
}

describe("[MODEL] two user agents and a bad network", () => {
  const size = Math.ceil(RUNS / BATCHES);
  test.each(Array.from({ length: BATCHES }, (_, batch) => batch))("random sequences, batch %i", (batch) => {
    for (let seed = batch * size; seed < (batch + 1) * size; seed += 1) playOne(seed);
  });

  test.each(RACES)("it came to %s, and often", (race) => {
    expect(races.get(race) ?? 0).toBeGreaterThan(RUNS / 100);
  });
});
