import fc from "fast-check";
import { expect, test } from "vitest";
import type { RouteDecision } from "../dialplan/plan-route.ts";
import { partyOf, SimulatedExchange } from "../testing/simulated-exchange.ts";
import type { SimulatedLeg } from "../testing/simulated-legs.ts";
import type { RouteQuestion } from "./call-runner-parts.ts";

const ENDPOINTS = ["anna", "ben", "cleo"];
type Numbers = readonly [kind: number, a: number, b: number];

/** A dial plan that does anything, the same for the same numbers. */
function anyRoute(
  world: SimulatedExchange,
  { core, purpose }: RouteQuestion,
  dice: () => number,
): RouteDecision {
  const rest = { missed: [], visited: [] };
  const endpoint = (): string | undefined => [...ENDPOINTS, undefined][dice() % 4];
  const target = () => {
    const made = world.target(core.id, endpoint(), dice() % 3);
    return dice() % 3 === 0 && made.channels.length === 0 ? world.awaited(made) : made;
  };
  const stages = Array.from({ length: 1 + (dice() % 2) }, (_, index) => ({
    targets: Array.from({ length: 1 + (dice() % 2) }, target),
    timeoutMs: 45_000,
    isSpare: index > 0 && dice() % 2 === 0,
  }));
  switch (dice() % 9) {
    case 0:
      return { kind: "refuse", cause: "busy", ...rest };
    case 1:
      return { kind: "queue", queueId: "queue", musicPath: undefined, priority: 0, skills: [], ...rest };
    case 2:
      return {
        kind: "application",
        application:
          dice() % 2 === 0
            ? { kind: "echo" }
            : { kind: "voicemail", mailboxId: "box", reason: "unreachable" },
        visited: [],
        missed: dice() % 2 === 0 ? [{ target: world.target(core.id, "ben", 0), cause: "unreachable" }] : [],
      };
    case 3:
      return purpose.kind === "transfer"
        ? { kind: "park", slot: 701 + (dice() % 3), timeoutMs: 60_000, ...rest }
        : { kind: "pickUp", slot: 701 + (dice() % 3) };
    default:
      return {
        kind: "ring",
        stages,
        fallbacks: dice() % 3 === 0 ? { noAnswer: { kind: "mailbox", id: "box" } } : {},
        hasMusic: dice() % 4 === 0,
        missed: dice() % 5 === 0 ? [{ target: world.target(core.id, "dora", 0), cause: "busy" }] : [],
        visited: [],
      };
  }
}

function pickLeg(world: SimulatedExchange, index: number): SimulatedLeg | undefined {
  const legs = [...world.legs.all.values()].filter(({ far }) => far !== "ended" && far !== "vanished");
  const ringing = legs.filter(({ far }) => far === "ringing");
  // Whoever rings should be answered now and then, or nothing else ever happens.
  const choice = index % 3 === 0 && ringing.length > 0 ? ringing : legs;
  return choice[index % Math.max(1, choice.length)];
}

interface Scene {
  readonly world: SimulatedExchange;
  /** Somebody's leg that is still alive at its far end, and maybe another one. */
  readonly leg: SimulatedLeg | undefined;
  readonly id: string;
  readonly other: string;
  readonly a: number;
  readonly b: number;
}

const REFUSALS = ["busy", "declined", "congestion"] as const;

/** Things that somebody does, or that the world does to them. */
const ACTIONS: readonly ((scene: Scene) => void)[] = [
  ({ world, a }) => world.call([...ENDPOINTS, undefined][a % 4], "100"),
  ({ world, a }) => world.call(ENDPOINTS[a % 3], "100"),
  ({ world, leg, id, b }) => {
    if (leg?.far === "ringing")
      world.legs.act(id, undefined, { type: "legRinging", channelId: id, hasEarlyMedia: b % 3 === 0 });
  },
  ({ world, leg, id }) => {
    if (leg?.far === "ringing") world.legs.act(id, "talking", { type: "legAnswered", channelId: id });
  },
  ({ world, leg, id, b }) => {
    if (leg?.far === "ringing")
      world.legs.act(id, "ended", { type: "legEnded", channelId: id, cause: REFUSALS[b % 3] ?? "busy" });
  },
  ({ world, leg, id }) => {
    const cause = leg?.far === "calling" ? "cancelled" : "hungUp";
    if (leg) world.legs.act(id, "ended", { type: "legEnded", channelId: id, cause });
  },
  ({ world, leg, id }) => {
    if (leg) world.legs.act(id, "vanished", { type: "legLost", channelId: id });
  },
  // The media process died under a leg whose far end knows nothing of it.
  ({ world, id }) => world.runner.handle(id, { type: "legLost", channelId: id }),
  ({ world, leg, id, b }) => {
    if (leg?.far === "talking")
      world.legs.act(id, undefined, { type: "holdChanged", channelId: id, isHolding: b % 2 === 0 });
  },
  ({ world, leg, id }) => {
    if (leg) world.legs.act(id, undefined, { type: "transferWanted", channelId: id, number: "200" });
  },
  ({ world, id }) => world.runner.handle(id, { type: "transferCanceled", channelId: id }),
  ({ world, id, other }) => world.runner.transferInto(id, other),
  ({ world, id, b }) =>
    world.runner.handle(id, { type: "parked", channelId: id, slot: 701 + (b % 3), timeoutMs: 60_000 }),
  ({ world, leg, a }) => {
    const [call] = [...world.runner.states()].slice(a % 3);
    const party = leg?.channel.party ?? partyOf("anna", "anna");
    const channel = { id: world.newId(), party, recordId: "none", deviceId: "tab" };
    world.legs.incoming(channel);
    world.runner.attach(call?.core.id ?? "gone", channel);
  },
  ({ world, id, other }) => world.runner.join([id, other]),
  ({ world, id }) => world.runner.split(id),
  ({ world, a }) => world.clock.advance((a % 50) * 1_000),
  ({ world, id }) =>
    world.runner.handle(id, {
      type: "redirected",
      channelId: id,
      destination: { kind: "mailbox", id: "box" },
    }),
  ({ world, id, b }) => {
    const state = world.runner.stateOf(id);
    const callId = state?.core.id ?? "";
    if (state?.name === "waiting")
      world.runner.handleCall(callId, {
        type: "agentsOffered",
        stage: world.stage(world.target(callId, "ben", b % 3)),
      });
    if (state?.name === "application")
      world.runner.handleCall(callId, { type: "applicationEnded", next: undefined });
  },
  ({ world, id, b }) => {
    const state = world.runner.stateOf(id);
    const callId = state?.core.id ?? "";
    if (state?.name === "waiting" || state?.name === "ringing")
      world.runner.handleCall(callId, { type: "sentFromQueue", next: { kind: "hangUp" }, isChosen: true });
    else if (b % 10 === 0) world.runner.handleCall(callId, { type: "shutDown" });
  },
  ({ world, a, b }) => {
    const [state] = [...world.runner.states()].slice(a % 3);
    if (!state) return;
    if (b % 5 === 0) world.runner.handleCall(state.core.id, { type: "messageBegun" });
    else world.appear(state, ENDPOINTS[b % 3] ?? "", `device${b % 4}`);
  },
  ({ world, a }) => world.deliver(a),
  ({ world, b }) => world.deliver(b),
];

function act(world: SimulatedExchange, [kind, a, b]: Numbers): void {
  const leg = pickLeg(world, a);
  const other = pickLeg(world, b)?.id ?? "";
  ACTIONS[kind % ACTIONS.length]?.({ world, leg, id: leg?.id ?? "", other, a, b });
}

/** A call that is on when the random part begins. */
function talk(world: SimulatedExchange, from: string, to: string): void {
  const { route } = world;
  world.route = ({ core }) => world.ringing(world.stage(world.target(core.id, to, 1)));
  world.call(from, to);
  for (const leg of world.legs.all.values())
    if (leg.far === "ringing") world.legs.act(leg.id, "talking", { type: "legAnswered", channelId: leg.id });
  world.settle();
  world.route = route;
}

/** Holds at every moment, whatever is still on its way. Plain checks: this runs a quarter of a million times. */
function checkOrder(world: SimulatedExchange): void {
  const audible = new Map<string, SimulatedLeg[]>();
  for (const id of world.legs.open) {
    const { audio } = world.legs.leg(id);
    if (!world.runner.stateOf(id)) throw new Error(`Channel ${id} belongs to no call`);
    if (audio.kind !== "bridge") continue;
    audible.set(audio.bridgeId, [...(audible.get(audio.bridgeId) ?? []), world.legs.leg(id)]);
  }
  for (const [bridgeId, legs] of audible) {
    if (bridgeId.startsWith("call:") && legs.length !== 2)
      throw new Error(`${legs.length} legs in ${bridgeId}`);
    if (bridgeId.startsWith("conference:")) checkConference(bridgeId, legs);
  }
  for (const state of world.runner.states())
    if (state.name === "ended") throw new Error("An ended call is kept");
}

function checkConference(bridgeId: string, legs: readonly SimulatedLeg[]): void {
  const lines = legs.map(({ channel }) => channel.party.endpointId).filter((line) => line !== undefined);
  if (new Set(lines).size !== lines.length) throw new Error(`Somebody is in ${bridgeId} twice`);
}

/** Everybody hangs up or vanishes, and time goes on until all timers are through. */
function endAll(world: SimulatedExchange): void {
  for (let round = 0; round < 40; round += 1) {
    world.settle();
    for (const leg of world.legs.all.values())
      world.legs.act(leg.id, "ended", { type: "legEnded", channelId: leg.id, cause: "hungUp" });
    world.settle();
    for (const state of world.runner.states())
      if (state.name === "application")
        world.runner.handleCall(state.core.id, { type: "applicationEnded", next: undefined });
    world.clock.advance(61_000);
  }
}

function expectNothingLeft(world: SimulatedExchange): void {
  expect(world.runner.counts).toEqual({ calls: 0, channels: 0, timers: 0, applications: 0, conferences: 0 });
  expect(world.clock.pendingTimers).toBe(0);
  expect([...world.legs.open]).toEqual([]);
  expect([...world.queued.values()].flatMap((each) => [...each])).toEqual([]);
  for (const leg of world.legs.all.values()) expect(["ended", "vanished"]).toContain(leg.far);
  const opened = world.opened.map(({ id }) => id).toSorted();
  expect(new Set(opened).size, "each record is opened once").toBe(opened.length);
  expect(world.closed.map(({ record }) => record.id).toSorted(), "and closed once").toEqual(opened);
}

test("[CALL90] in any order of events both ends agree at the end and nothing is left behind", () => {
  const command = fc.tuple(fc.nat(400), fc.nat(1_000), fc.nat(1_000));
  const script = fc.noBias(fc.array(command, { minLength: 10, maxLength: 60, size: "max" }));
  fc.assert(
    fc.property(script, fc.nat(), (commands, seed) => {
      const world = new SimulatedExchange();
      let last = seed;
      const dice = (): number => {
        last = (Math.imul(last, 1_103_515_245) + 12_345) & 0x7fffffff;
        return last >> 8;
      };
      world.route = (question) => anyRoute(world, question, dice);
      talk(world, "anna", "ben");
      talk(world, "anna", "cleo");
      for (const each of commands) {
        act(world, each);
        checkOrder(world);
      }
      endAll(world);
      expectNothingLeft(world);
    }),
    { numRuns: 2_500 },
  );
}, 120_000);
