import { describe, expect, test } from "vitest";
import { nameAddr } from "../grammar/name-addr.ts";
import { sipUri } from "../grammar/uri.ts";
import { serializeMessage } from "../messages/message-serializer.ts";
import { mutate } from "../testing/mutator.ts";
import { sdp } from "../testing/phone.ts";
import { RecordingFlow } from "../testing/recording-flow.ts";
import { aRequest } from "../testing/sample-messages.ts";
import { SeededRandom } from "../testing/seeded-random.ts";
import { TwoPhones } from "../testing/two-phones.ts";
import type { Flow } from "../transactions/flow.ts";

const ROUNDS = Number(process.env.OFFHOOK_HOSTILE_ROUNDS ?? 60);

/** A call with everything in it, and a listener on the wire. */
function recordCall(world: TwoPhones): Uint8Array[] {
  const heard: Uint8Array[] = [];
  const listen = (flow: Flow): Flow => ({
    ...flow,
    send: (bytes) => {
      heard.push(bytes);
      return flow.send(bytes);
    },
  });
  world.bob.onInvite = (invite) => {
    invite.progress(183, { isReliable: true, body: sdp("b") });
    invite.accept(sdp("b"));
  };
  world.alice.call(listen(world.flow("alice")), world.bob, { offer: sdp("a") });
  world.clock.advance(500);
  const usage = world.alice.usage!;
  usage.link.moveToFlow(listen(world.flow("alice")));
  usage.reinvite({ makeOffer: () => sdp("a2"), onResult: () => {} });
  world.clock.advance(500);
  usage.update({ makeOffer: () => sdp("a3"), onResult: () => {} });
  usage.request("INFO", {}, () => {});
  const none = (): void => {};
  usage.refer(
    { target: nameAddr(sipUri({ host: "h" })) },
    { onAccepted: none, onProgress: none, onFinished: none, onRefused: none },
  );
  world.clock.advance(500);
  return heard;
}

describe("[UA4] a stranger who repeats and changes what they heard", () => {
  test("breaks nothing: no exception, and everything is cleaned up in the end", () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const world = new TwoPhones({ seed });
      const heard = recordCall(world);
      const calls = [world.alice.usage, world.bob.usage];
      const random = new SeededRandom(seed);
      const stranger = new RecordingFlow("UDP", 6_666, "198.51.100.66");
      world.bob.onInvite = (invite) =>
        random.pick([() => invite.progress(180), () => invite.accept(sdp("x")), () => invite.refuse(486)])();
      for (let count = 0; count < 200; count += 1) {
        const victim = random.pick([world.alice, world.bob]);
        victim.ua.receive(
          random.chance(0.5) ? stranger : world.flow("bob"),
          mutate(random.pick(heard), random.pick(heard), random),
        );
        if (random.chance(0.2)) world.clock.advance(random.below(2_000));
      }
      for (const usage of calls) usage?.hangUp();
      for (const invite of [...world.alice.invites, ...world.bob.invites]) invite.usage.hangUp();
      world.clock.advance(600_000);
      expect(world.isClean, `seed ${seed}`).toBe(true);
    }
  });
});

test("[DLG6] a dialog follows its peer to another flow", () => {
  const world = new TwoPhones();
  const before = new RecordingFlow("UDP", 1_000);
  const after = new RecordingFlow("UDP", 2_000);
  world.bob.onInvite = (invite) => invite.accept(sdp("b"));
  world.bob.ua.receive(before, serializeMessage(aRequest()));
  const toTag = world.bob.usage!.link.dialog.localTag;
  world.bob.ua.receive(before, serializeMessage(aRequest({ method: "ACK", branch: "z9hG4bK2", toTag })));
  before.take();
  world.bob.ua.receive(
    after,
    serializeMessage(aRequest({ method: "INFO", branch: "z9hG4bK3", sequence: 2, toTag })),
  );
  world.bob.usage?.hangUp();
  expect([before.takeNames(), after.takeNames()]).toEqual([[], ["200", "BYE"]]);
});
