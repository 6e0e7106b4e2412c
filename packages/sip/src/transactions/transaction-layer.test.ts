import { beforeEach, describe, expect, test } from "vitest";
import { parameterValue } from "../grammar/parameters.ts";
import { createResponse } from "../messages/create-response.ts";
import { uniqueBranch } from "../messages/headers/via-header.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { LayerFixture } from "../testing/layer-fixture.ts";
import { RecordingFlow } from "../testing/recording-flow.ts";
import { aRequest, aResponse, parsed } from "../testing/sample-messages.ts";
import type { ServerTransaction } from "./server-transaction.ts";

let fixture: LayerFixture;
beforeEach(() => {
  fixture = new LayerFixture();
});

describe("as client", () => {
  test("[TXN1] [TXN2] an INVITE nobody answers is sent seven times and fails", () => {
    fixture.send();
    fixture.clock.advance(31_999);
    expect(fixture.flow.takeNames()).toEqual(Array(6).fill("INVITE"));
    fixture.clock.advance(1);
    expect(fixture.heard).toEqual(["timeout"]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN6] an OPTIONS nobody answers is sent eleven times and fails", () => {
    fixture.send("OPTIONS");
    fixture.clock.advance(32_000);
    expect(fixture.flow.takeNames()).toHaveLength(10);
    expect(fixture.heard).toEqual(["timeout"]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN3] a refusal is acknowledged in the same transaction, once for each time it comes", () => {
    const { request, answer } = fixture.send();
    fixture.layer.receiveResponse(answer(486));
    fixture.layer.receiveResponse(answer(486));
    const acks = fixture.flow.take() as SipRequest[];
    expect(acks.map((ack) => ack.method)).toEqual(["ACK", "ACK"]);
    expect(uniqueBranch(acks[0]!.via)).toBe(uniqueBranch(request.via));
    expect(acks[0]!.toTag).toBe("b");
    expect(acks[0]!.cseq).toEqual({ sequence: 1, method: "ACK" });
    expect(fixture.heard).toEqual(["486"]);
    fixture.clock.advance(32_000);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN4] every 2xx is told, from every branch of a fork", () => {
    const { request, answer } = fixture.send();
    fixture.layer.receiveResponse(answer(200));
    fixture.layer.receiveResponse(createResponse(request, 200, { localTag: "c" }));
    expect(fixture.heard).toEqual(["200", "200"]);
    fixture.clock.advance(32_000);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN5] a CANCEL waits for a provisional response and shares the branch", () => {
    const bare = aRequest();
    const invite = fixture.layer.request(
      bare.withHeaders(bare.headers.without("Via")),
      fixture.flow,
      fixture.observer,
    );
    expect(fixture.layer.cancel(invite)).toBe(false);
    fixture.layer.receiveResponse(createResponse(invite.request, 180, { localTag: "b" }));
    expect(fixture.layer.cancel(invite)).toBe(true);
    const cancel = fixture.flow.take().at(-1) as SipRequest;
    expect(cancel.method).toBe("CANCEL");
    expect(uniqueBranch(cancel.via)).toBe(uniqueBranch(invite.request.via));
    expect(cancel.toTag).toBeUndefined();
    fixture.clock.advance(32_000);
    expect(fixture.heard).toEqual(["180", "timeout"]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN14] a dead flow is told, but not before the call that sent has returned", () => {
    fixture.flow.isOpen = false;
    const bare = aRequest({ method: "OPTIONS" });
    fixture.layer.request(bare.withHeaders(bare.headers.without("Via")), fixture.flow, fixture.observer);
    expect(fixture.heard).toEqual([]);
    fixture.clock.advance(0);
    expect(fixture.heard).toEqual(["transport"]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN14] a connection that breaks fails what waits on it", () => {
    fixture.send("OPTIONS");
    fixture.layer.failFlow(new RecordingFlow("TCP", 1));
    expect(fixture.heard).toEqual([]);
    fixture.layer.failFlow(fixture.flow);
    expect(fixture.heard).toEqual(["transport"]);
  });

  test("[TXN17] strange responses are dropped", () => {
    fixture.send();
    fixture.layer.receiveResponse(aResponse(200));
    fixture.layer.receiveResponse(
      parsed([
        "SIP/2.0 200 OK",
        "Via: SIP/2.0/UDP a",
        "From: sip:a@h",
        "To: sip:b@h",
        "Call-ID: c",
        "CSeq: 1 INVITE",
      ]) as SipResponse,
    );
    const { request } = fixture.send("OPTIONS");
    const twice = createResponse(request, 200).headers.append("Via", "SIP/2.0/UDP other");
    fixture.layer.receiveResponse(createResponse(request, 200).withHeaders(twice));
    expect(fixture.heard).toEqual([]);
  });
});

const reply = (transaction: ServerTransaction, status: number): void =>
  transaction.respond(createResponse(transaction.request, status, { localTag: "b" }));

describe("as server", () => {
  test("[TXN8] an INVITE without answer gets a 100, and its repeats the last word", () => {
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    fixture.clock.advance(200);
    expect(fixture.flow.takeNames()).toEqual(["100"]);
    reply(fixture.requests[0]!, 180);
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["180", "180"]);
    expect(fixture.requests).toHaveLength(1);
  });

  test("[TXN9] a refusal is repeated until its ACK, which nobody else sees", () => {
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    reply(fixture.requests[0]!, 486);
    fixture.clock.advance(1_500);
    expect(fixture.flow.takeNames()).toEqual(["486", "486", "486"]);
    fixture.layer.receiveRequest(aRequest({ method: "ACK", toTag: "b" }), fixture.flow);
    fixture.layer.receiveRequest(aRequest({ method: "ACK", toTag: "b" }), fixture.flow);
    fixture.clock.advance(60_000);
    expect(fixture.flow.takeNames()).toEqual([]);
    expect(fixture.acks).toEqual([]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN22] a stranger is challenged without a trace, the same way each time", () => {
    fixture.strangers.add("INVITE");
    for (let each = 0; each < 2; each += 1) fixture.layer.receiveRequest(aRequest(), fixture.flow);
    const [first, second] = fixture.flow.take() as SipResponse[];
    expect([first?.status, second?.status]).toEqual([401, 401]);
    expect(second?.toTag).toBe(first?.toTag);
    expect(fixture.requests).toEqual([]);
    fixture.layer.receiveRequest(aRequest({ method: "CANCEL" }), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["481"]);
    fixture.clock.advance(60_000);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN22] over a connection an INVITE alone would be remembered, and is not", () => {
    for (const method of ["INVITE", "OPTIONS"]) fixture.strangers.add(method);
    const connection = new RecordingFlow("TCP");
    fixture.layer.receiveRequest(aRequest(), connection);
    expect(connection.takeNames()).toEqual(["401"]);
    expect(fixture.isEmpty()).toBe(true);
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), connection);
    expect(fixture.requests).toHaveLength(1);
  });

  test("[TXN22] a CANCEL of nothing leaves no trace", () => {
    fixture.layer.receiveRequest(aRequest({ method: "CANCEL" }), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["481"]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN9] a lost ACK ends in a timeout", () => {
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    fixture.requests[0]!.onFailure = (reason) => fixture.heard.push(reason);
    reply(fixture.requests[0]!, 486);
    fixture.clock.advance(32_000);
    expect(fixture.heard).toEqual(["timeout"]);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN10] the ACK of a 2xx goes up whatever its branch", () => {
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    reply(fixture.requests[0]!, 200);
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["200"]);
    fixture.layer.receiveRequest(aRequest({ method: "ACK", toTag: "b" }), fixture.flow);
    fixture.layer.receiveRequest(aRequest({ method: "ACK", toTag: "b", branch: "z9hG4bK9" }), fixture.flow);
    expect(fixture.acks).toHaveLength(2);
    fixture.clock.advance(32_000);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN11] [TXN13] repeats get the first answer again", () => {
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), fixture.flow);
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), fixture.flow);
    reply(fixture.requests[0]!, 200);
    reply(fixture.requests[0]!, 500);
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["200", "200"]);
    fixture.clock.advance(32_000);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN11] each answer is remembered for its own 64 T1", () => {
    const repeat = (branch: string): string[] => {
      fixture.layer.receiveRequest(aRequest({ method: "OPTIONS", branch, callId: branch }), fixture.flow);
      return fixture.flow.takeNames();
    };
    for (const branch of ["z9hG4bK1", "z9hG4bK2"]) {
      repeat(branch);
      reply(fixture.requests.at(-1)!, 200);
      fixture.flow.takeNames();
      fixture.clock.advance(20_000);
    }
    // The first is old and known no more: it goes up again.
    expect(repeat("z9hG4bK1")).toEqual([]);
    expect(fixture.requests).toHaveLength(3);
    expect(repeat("z9hG4bK2")).toEqual(["200"]);
    fixture.clock.advance(11_900);
    expect(repeat("z9hG4bK2")).toEqual(["200"]);
    fixture.clock.advance(200);
    repeat("z9hG4bK2");
    expect(fixture.requests).toHaveLength(4);
  });

  test("[TXN19] an answered request is known when it comes by another way", () => {
    fixture.layer.receiveRequest(aRequest({ method: "MESSAGE" }), fixture.flow);
    reply(fixture.requests[0]!, 200);
    fixture.layer.receiveRequest(aRequest({ method: "MESSAGE", branch: "z9hG4bKother" }), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["200", "482"]);
    expect(fixture.requests).toHaveLength(1);
    fixture.clock.advance(32_000);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN14] answers over a connection that is gone are forgotten", () => {
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), fixture.flow);
    reply(fixture.requests[0]!, 200);
    fixture.layer.failFlow(fixture.flow);
    expect(fixture.isEmpty()).toBe(true);
  });

  test("[TXN12] a forgotten request takes no room forever", () => {
    fixture.layer.receiveRequest(aRequest({ method: "INFO", toTag: "b" }), fixture.flow);
    fixture.clock.advance(32_000);
    expect(fixture.flow.takeNames()).toEqual([]);
    expect(fixture.isEmpty()).toBe(true);
  });
});

describe("matching", () => {
  test("[TXN18] CANCEL finds its INVITE by branch or gets a 481", () => {
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    fixture.layer.receiveRequest(aRequest({ method: "CANCEL" }), fixture.flow);
    expect(fixture.cancelled).toEqual(fixture.requests);
    expect(fixture.flow.takeNames()).toEqual(["200"]);
    const other = new LayerFixture();
    other.layer.receiveRequest(aRequest({ method: "CANCEL", branch: "z9hG4bK2" }), other.flow);
    expect(other.flow.takeNames()).toEqual(["481"]);
  });

  test("[TXN19] a merged request is refused, a new one with the same Call-ID is not", () => {
    fixture.layer.receiveRequest(aRequest(), fixture.flow);
    fixture.layer.receiveRequest(aRequest({ branch: "z9hG4bK2" }), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["482"]);
    expect(fixture.requests).toHaveLength(1);
    const other = new LayerFixture();
    other.layer.receiveRequest(aRequest(), other.flow);
    other.layer.receiveRequest(aRequest({ branch: "z9hG4bK2", sequence: 2 }), other.flow);
    expect(other.requests).toHaveLength(2);
  });

  test("[TXN16] without a branch everything else must agree", () => {
    const old = (method: string, uri = "sip:b@h"): SipRequest =>
      parsed([
        `${method} ${uri} SIP/2.0`,
        "Via: SIP/2.0/UDP 192.0.2.1",
        "From: sip:a@h",
        "To: sip:b@h",
        "Call-ID: c",
        `CSeq: 1 ${method}`,
      ]) as SipRequest;
    fixture.layer.receiveRequest(old("INVITE"), fixture.flow);
    fixture.layer.receiveRequest(old("INVITE"), fixture.flow);
    expect(fixture.requests).toHaveLength(1);
    fixture.layer.receiveRequest(old("CANCEL"), fixture.flow);
    expect(fixture.cancelled).toHaveLength(1);
    reply(fixture.requests[0]!, 487);
    fixture.layer.receiveRequest(old("ACK"), fixture.flow);
    expect(fixture.acks).toEqual([]);
    fixture.layer.receiveRequest(old("INVITE", "sip:other@h"), fixture.flow);
    expect(fixture.flow.takeNames()).toEqual(["200", "487", "482"]);
  });

  test("[TXN20] the source is written into the Via, and answers follow it", () => {
    const behindNat = new RecordingFlow("UDP", 40_000, "203.0.113.7");
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), behindNat);
    const { via } = fixture.requests[0]!.request;
    expect(parameterValue(via.parameters, "received")).toBe("203.0.113.7");
    expect(parameterValue(via.parameters, "rport")).toBe("40000");
    reply(fixture.requests[0]!, 200);
    expect(behindNat.takeNames()).toEqual(["200"]);
  });

  test("[TXN20] without rport the answer goes to the port of the Via", () => {
    const source = new RecordingFlow("UDP", 40_000);
    const request = parsed([
      "OPTIONS sip:b@h SIP/2.0",
      "Via: SIP/2.0/UDP 192.0.2.1:5070;branch=z9hG4bKx",
      "From: sip:a@h",
      "To: sip:b@h",
      "Call-ID: c",
      "CSeq: 1 OPTIONS",
    ]);
    fixture.layer.receiveRequest(request as SipRequest, source);
    reply(fixture.requests[0]!, 200);
    expect(source.takeNames()).toEqual([]);
    expect(source.others.get(5070)?.takeNames()).toEqual(["200"]);
  });
});
