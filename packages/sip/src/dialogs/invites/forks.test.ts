import { createHash } from "node:crypto";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { createResponse } from "../../messages/create-response.ts";
import { Authorization, ProxyAuthorization } from "../../messages/headers/auth-headers.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { serializeMessage } from "../../messages/message-serializer.ts";
import type { SipRequest } from "../../messages/sip-message.ts";
import { hashFrom } from "../../testing/node-hash.ts";
import { Phone, sdp } from "../../testing/phone.ts";
import { RecordingFlow } from "../../testing/recording-flow.ts";
import { SeededRandom } from "../../testing/seeded-random.ts";
import type { OutgoingInvite, OutgoingInviteParts } from "./outgoing-invite.ts";

const hash = hashFrom((algorithm, data) => createHash(algorithm).update(data).digest("hex"));
let clock: FakeClock;
let alice: Phone;
let flow: RecordingFlow;
let invite: OutgoingInvite;
let sent: SipRequest;

function call(parts: Partial<OutgoingInviteParts> = {}): void {
  invite = alice.call(flow, new Phone({ name: "bob", clock, random: new SeededRandom(9) }), {
    offer: sdp("a"),
    ...parts,
  });
  [sent] = flow.take() as [SipRequest];
}

/** An answer from the branch with this tag. */
function answer(status: number, tag: string, headers: SipHeaders = new SipHeaders(), request = sent): void {
  const contact = SipHeaders.of(["Contact", `<sip:bob@${tag}.example.com>`]).overriddenBy(headers);
  const body = status >= 200 && status < 300 ? { body: sdp(tag) } : {};
  const response = createResponse(request, status, { localTag: tag, headers: contact, ...body });
  alice.ua.receive(flow, serializeMessage(response));
}

const taken = (): string[] =>
  (flow.take() as SipRequest[]).map(
    (request) => `${request.method} ${request.toTag ?? "-"} ${request.cseq.sequence}`,
  );

beforeEach(() => {
  clock = new FakeClock();
  alice = new Phone({ name: "alice", clock, random: new SeededRandom(5), hash });
  flow = new RecordingFlow("UDP");
  call();
});

describe("[INV8] a fork", () => {
  test("the first 2xx wins, others are acknowledged and hung up", () => {
    answer(180, "x");
    answer(183, "y");
    expect(alice.ua.counts.dialogs).toBe(2);
    answer(200, "y");
    expect(alice.ua.counts.dialogs).toBe(1);
    answer(200, "x");
    answer(200, "z");
    expect(taken()).toEqual(["ACK y 1", "ACK x 1", "BYE x 2", "ACK z 1", "BYE z 2"]);
    expect(alice.events).toEqual(["progress 180 -", "progress 183 -", "answered y"]);
    expect(alice.usage?.state.name).toBe("confirmed");
  });

  test("every repeated 2xx gets its own ACK again", () => {
    answer(200, "x");
    answer(200, "y");
    for (const tag of ["x", "y", "y"]) answer(200, tag);
    expect(taken()).toEqual(["ACK x 1", "ACK y 1", "BYE y 2", "ACK x 1", "ACK y 1", "ACK y 1"]);
  });

  test("the early dialogs of a refused call end with it", () => {
    answer(180, "x");
    answer(180, "y");
    answer(486, "proxy");
    expect(alice.ua.counts.dialogs).toBe(0);
    expect(alice.events.at(-1)).toBe("refused 486");
    clock.advance(64_000);
    expect(alice.isIdle && clock.pendingTimers === 0).toBe(true);
  });

  test("a 2xx after the call was canceled", () => {
    answer(180, "x");
    invite.cancel();
    answer(200, "x");
    answer(200, "y");
    expect(taken()).toEqual(["CANCEL - 1", "ACK x 1", "BYE x 2", "ACK y 1", "BYE y 2"]);
    expect(alice.events.at(-1)).toBe("cancelled");
  });

  test("a far end that invents tags is not followed without end", () => {
    for (let tag = 0; tag < 100; tag += 1) answer(180, `t${tag}`);
    expect(alice.ua.counts.dialogs).toBe(32);
  });

  test("[DLG2] the dialog follows the 2xx", () => {
    answer(180, "x", SipHeaders.of(["Record-Route", "<sip:old;lr>"]));
    answer(200, "x", SipHeaders.of(["Record-Route", "<sip:new;lr>"]));
    const [ack] = flow.take() as [SipRequest];
    expect(ack.headers.texts("route")).toEqual(["<sip:new;lr>"]);
    expect(ack.uri).toMatchObject({ host: "x.example.com" });
  });
});

describe("[INV12] a challenge", () => {
  const signer = () => alice.ua.createSigner({ username: "alice", password: "secret" });
  const challenge = SipHeaders.of([
    "Proxy-Authenticate",
    'Digest realm="p", nonce="n1", algorithm=SHA-256, qop="auth"',
  ]);

  test("is acknowledged and answered with the next number", () => {
    call({ signer: signer() });
    answer(407, "p", challenge);
    const [ack, again] = flow.take() as [SipRequest, SipRequest];
    expect([ack.method, again.method, again.cseq.sequence]).toEqual(["ACK", "INVITE", 2]);
    expect([again.callId, again.fromTag]).toEqual([sent.callId, sent.fromTag]);
    expect(again.headers.first(ProxyAuthorization)?.parameters.get("nc")).toBe("00000001");
    answer(200, "b", new SipHeaders(), again);
    const [ackOfAnswer] = flow.take() as [SipRequest];
    expect(ackOfAnswer.cseq.sequence).toBe(2);
    expect(ackOfAnswer.headers.has("proxy-authorization")).toBe(true);
    expect(alice.events).toEqual(["answered b"]);
    alice.usage?.hangUp();
    const [bye] = flow.take() as [SipRequest];
    expect([bye.cseq.sequence, bye.headers.first(ProxyAuthorization)?.parameters.get("nc")]).toEqual([
      3,
      "00000002",
    ]);
  });

  test("a second one for the same realm is the end", () => {
    call({ signer: signer() });
    answer(407, "p", challenge);
    const again = flow.take().at(-1) as SipRequest;
    answer(407, "p", challenge, again);
    expect(alice.events).toEqual(["refused 407"]);
  });

  test("without credentials it is a refusal", () => {
    answer(401, "p", SipHeaders.of(["WWW-Authenticate", 'Digest realm="p", nonce="n1"']));
    expect(alice.events).toEqual(["refused 401"]);
  });

  test("a server that finds every nonce stale does not keep us busy", () => {
    call({ signer: signer() });
    let request = sent;
    for (let round = 0; round < 10; round += 1) {
      answer(
        401,
        "p",
        SipHeaders.of(["WWW-Authenticate", `Digest realm="p", nonce="n${round}", stale=true`]),
        request,
      );
      const next = flow.take().at(-1) as SipRequest;
      if (next.method !== "INVITE") break;
      request = next;
    }
    expect(request.headers.first(Authorization)?.parameters.get("nonce")).toBe("n2");
    expect(alice.events).toEqual(["refused 401"]);
  });
});
