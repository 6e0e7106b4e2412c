import { describe, expect, test } from "vitest";
import { formatUri } from "../grammar/uri.ts";
import { Phone, sdp } from "../testing/phone.ts";
import { aRequest } from "../testing/sample-messages.ts";
import { SeededRandom } from "../testing/seeded-random.ts";
import { TwoPhones } from "../testing/two-phones.ts";
import { dialogOfCallee } from "./dialog.ts";
import { readDialog, type SavedDialog, saveDialog } from "./saved-dialog.ts";

const TIMED = { sessionTimer: { seconds: 1_800, minSeconds: 90 } };

/** Alice has called Bob and they talk. */
function talking(): TwoPhones {
  const world = new TwoPhones({ bob: TIMED });
  world.bob.onInvite = (invite) => invite.accept(sdp("b"));
  world.alice.call(world.flow("alice"), world.bob, { offer: sdp("a") });
  world.clock.advance(1_000);
  return world;
}

/** As it comes back from where it was kept. */
const throughText = (saved: SavedDialog | undefined): SavedDialog =>
  JSON.parse(JSON.stringify(saved)) as SavedDialog;

/** Bob's process is gone; another one goes on in its place. */
function bobComesBack(world: TwoPhones): Phone {
  const saved = throughText(world.bob.usage?.save());
  world.bob.usage?.setAside();
  const { clock } = world;
  const bob = new Phone({ name: "bob", clock, random: new SeededRandom(77), profile: TIMED });
  const endOf = (name: string) => (name === "alice" ? world.alice.ua : bob.ua);
  world.alice.usage?.link.moveToFlow(world.network.connect("alice", "bob", endOf));
  const usage = bob.ua.resume(saved, world.network.connect("bob", "alice", endOf));
  if (usage) bob.adopt(usage);
  return bob;
}

describe("a dialog as plain data", () => {
  const more = ["Record-Route: <sip:p1;lr>, <sip:p2;lr;x=1>", "Contact: <sip:peer@there:5070;ob>"];
  const dialog = dialogOfCallee(aRequest({ sequence: 7, more }), "t");
  const terms = { interval: { seconds: 90, isOurs: true }, allows: ["UPDATE"], description: sdp("b") };

  test("[RES1] comes back with its target and route, and room for numbers that were used since", () => {
    const read = readDialog(throughText(saveDialog(dialog, terms)));
    expect(read?.terms).toEqual(terms);
    expect(read?.dialog).toEqual({ ...dialog, localSequence: 1_000 });
    expect(formatUri(read!.dialog.remoteTarget)).toBe("sip:peer@there:5070;ob");
  });

  test("[RES2] what cannot be read is none", () => {
    const saved = saveDialog(dialog, terms);
    expect(readDialog({ ...saved, remoteTarget: "nowhere" })).toBeUndefined();
    expect(readDialog({ ...saved, routeSet: ["<"] })).toBeUndefined();
  });
});

test("[RES1] the new process offers, is offered to, and hangs up in the old dialog", () => {
  const world = talking();
  const bob = bobComesBack(world);
  world.alice.events.length = 0;
  const results: string[] = [];
  bob.usage?.reinvite({ makeOffer: () => sdp("again"), onResult: ({ kind }) => results.push(kind) });
  world.clock.advance(1_000);
  expect(results).toEqual(["answered"]);
  expect(world.alice.events).toEqual(["offer again"]);
  world.alice.usage?.reinvite({ makeOffer: () => sdp("held"), onResult: ({ kind }) => results.push(kind) });
  world.clock.advance(1_000);
  expect(results).toEqual(["answered", "answered"]);
  expect(bob.events).toEqual(["offer held"]);
  bob.usage?.hangUp();
  world.clock.advance(64_000);
  expect(world.alice.events.at(-1)).toBe("ended remoteBye");
  expect(bob.isIdle && world.isClean).toBe(true);
});

test("[RES1] a BYE of the far end ends it, and a far end that has forgotten the call is gone", () => {
  for (const isForgotten of [false, true]) {
    const world = talking();
    const bob = bobComesBack(world);
    if (isForgotten) {
      world.alice.usage?.setAside();
      bob.usage?.reinvite({ makeOffer: () => sdp("again"), onResult: () => {} });
    } else world.alice.usage?.hangUp();
    world.clock.advance(1_000);
    expect(bob.events).toEqual([isForgotten ? "ended gone" : "ended remoteBye"]);
  }
});

test("[RES2] setting aside says nothing and leaves nothing", () => {
  const world = talking();
  world.takeTalk();
  expect(world.bob.usage?.save()).toBeDefined();
  world.bob.usage?.setAside();
  expect(world.bob.usage?.save()).toBeUndefined();
  world.alice.usage?.setAside();
  world.clock.advance(64_000);
  expect(world.takeTalk()).toEqual([]);
  expect(world.isClean).toBe(true);
});
