import { FakeClock } from "@offhook/testkit";
import type { AgentProfile } from "../dialogs/dialog-services.ts";
import type { Flow } from "../transactions/flow.ts";
import { MemoryNetwork, type NetworkQuality, PERFECT } from "./memory-network.ts";
import { Phone } from "./phone.ts";
import { SeededRandom } from "./seeded-random.ts";

export interface TwoPhonesOptions {
  readonly seed?: number;
  readonly quality?: NetworkQuality;
  readonly transport?: Flow["transport"];
  readonly alice?: Partial<AgentProfile>;
  readonly bob?: Partial<AgentProfile>;
}

/** Alice and Bob on one clock, with a network between them. */
export class TwoPhones {
  readonly clock = new FakeClock();
  readonly network: MemoryNetwork;
  readonly alice: Phone;
  readonly bob: Phone;

  constructor({ seed = 1, quality = PERFECT, transport = "UDP", alice, bob }: TwoPhonesOptions = {}) {
    const { clock } = this;
    this.network = new MemoryNetwork(clock, new SeededRandom(seed), quality, transport);
    this.alice = new Phone({
      name: "alice",
      clock,
      random: new SeededRandom(seed + 1),
      ...(alice && { profile: alice }),
    });
    this.bob = new Phone({
      name: "bob",
      clock,
      random: new SeededRandom(seed + 2),
      ...(bob && { profile: bob }),
    });
  }

  flow(from: "alice" | "bob"): Flow {
    const to = from === "alice" ? "bob" : "alice";
    return this.network.connect(from, to, (name) => (name === "alice" ? this.alice.ua : this.bob.ua));
  }

  /** Nothing is left: no dialog, no transaction, no timer. */
  get isClean(): boolean {
    return this.alice.isIdle && this.bob.isIdle && this.clock.pendingTimers === 0;
  }

  /** What both said to one another since the last call. */
  takeTalk(): string[] {
    const talk = this.network.summaries();
    this.network.log.length = 0;
    return talk;
  }
}
