import { expect, test } from "vitest";
import { createResponse } from "../messages/create-response.ts";
import { LayerFixture } from "../testing/layer-fixture.ts";
import { RecordingFlow } from "../testing/recording-flow.ts";
import { aRequest } from "../testing/sample-messages.ts";
import type { ServerTransaction } from "./server-transaction.ts";

const NO_STRANGERS = { reservedForKnown: 0, maxPerStrangeAddress: Infinity };

function reply(transaction: ServerTransaction, status: number): void {
  transaction.respond(createResponse(transaction.request, status, { localTag: "b" }));
}

test("[TXN21] limits in all and per flow", () => {
  const fixture = new LayerFixture({ ...NO_STRANGERS, maxServerTransactions: 3, maxPerFlow: 2 });
  const send = (callId: string, flow: RecordingFlow): void =>
    fixture.layer.receiveRequest(aRequest({ method: "OPTIONS", callId, branch: `z9hG4bK${callId}` }), flow);
  const second = new RecordingFlow("UDP", 6_000);
  for (const callId of ["1", "2", "3"]) send(callId, fixture.flow);
  expect(fixture.flow.takeNames()).toEqual(["503"]);
  for (const callId of ["4", "5"]) send(callId, second);
  expect(second.takeNames()).toEqual(["503"]);
  expect(fixture.layer.serverCount).toBe(3);
  fixture.clock.advance(32_000);
  send("6", fixture.flow);
  expect(fixture.requests).toHaveLength(4);
});

test("[TXN23] room is kept for known peers, and strangers at one address share a little", () => {
  const limits = { maxServerTransactions: 6, maxPerFlow: 9, reservedForKnown: 3, maxPerStrangeAddress: 2 };
  const fixture = new LayerFixture(limits);
  let next = 0;
  const answersTo = (flow: RecordingFlow, count: number): string[] => {
    for (let each = 0; each < count; each += 1) {
      next += 1;
      const request = aRequest({ method: "OPTIONS", callId: `${next}`, branch: `z9hG4bK${next}` });
      fixture.layer.receiveRequest(request, flow);
    }
    return flow.takeNames();
  };
  // Two ports of one address, then others: three of six places are all that strangers get.
  expect(answersTo(new RecordingFlow("UDP", 1, "192.0.2.7"), 2)).toEqual([]);
  expect(answersTo(new RecordingFlow("UDP", 2, "192.0.2.7"), 1)).toEqual(["503"]);
  expect(answersTo(new RecordingFlow("UDP", 1, "192.0.2.8"), 2)).toEqual(["503"]);
  const phone = new RecordingFlow("UDP", 3, "192.0.2.7");
  fixture.known.add(phone.id);
  expect(answersTo(phone, 4)).toEqual(["503"]);
  expect(fixture.layer.serverCount).toBe(6);
});

test("[TXN21] an answered request counts as long as it is remembered", () => {
  const fixture = new LayerFixture({ ...NO_STRANGERS, maxServerTransactions: 1, maxPerFlow: 1 });
  fixture.layer.receiveRequest(aRequest({ method: "OPTIONS" }), fixture.flow);
  reply(fixture.requests[0]!, 200);
  const another = aRequest({ method: "OPTIONS", callId: "2", branch: "z9hG4bK2" });
  fixture.layer.receiveRequest(another, fixture.flow);
  expect(fixture.flow.takeNames()).toEqual(["200", "503"]);
  fixture.clock.advance(32_000);
  fixture.layer.receiveRequest(another, fixture.flow);
  expect(fixture.requests).toHaveLength(2);
});
