import { FakeClock } from "@offhook/testkit";
import { Identifiers } from "../grammar/identifiers.ts";
import { createResponse } from "../messages/create-response.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { DEFAULT_TIMERS } from "../transactions/machines/timer-settings.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";
import { DEFAULT_TRANSACTION_LIMITS, TransactionLayer } from "../transactions/transaction-layer.ts";
import { RecordingFlow } from "./recording-flow.ts";
import { aRequest } from "./sample-messages.ts";
import { SeededRandom } from "./seeded-random.ts";

/** A transaction layer with somebody above it who writes everything down. */
export class LayerFixture {
  readonly clock = new FakeClock();
  readonly requests: ServerTransaction[] = [];
  readonly acks: SipRequest[] = [];
  readonly cancelled: ServerTransaction[] = [];
  readonly heard: string[] = [];
  /** Methods that are challenged. */
  readonly strangers = new Set<string>();
  /** Ids of flows. */
  readonly known = new Set<string>();
  readonly flow = new RecordingFlow();
  readonly layer: TransactionLayer;

  constructor(limits = DEFAULT_TRANSACTION_LIMITS) {
    this.layer = new TransactionLayer({
      clock: this.clock,
      identifiers: new Identifiers(new SeededRandom(1)),
      timers: DEFAULT_TIMERS,
      limits,
      user: {
        answerAtOnce: (request, _flow, localTag) =>
          this.strangers.has(request.method)
            ? createResponse(request, 401, { localTag: localTag() })
            : undefined,
        isKnown: (flow) => this.known.has(flow.id),
        onRequest: (transaction) => this.requests.push(transaction),
        onAck: (ack) => this.acks.push(ack),
        onCancel: (_cancel, invite) => this.cancelled.push(invite),
      },
    });
  }

  readonly observer = {
    onResponse: (response: SipResponse) => void this.heard.push(String(response.status)),
    onFailure: (reason: string) => void this.heard.push(reason),
  };

  /** Sends a request without Via, as a user agent does, and gives it back with the Via it went out with. */
  send(method = "INVITE"): { request: SipRequest; answer: (status: number) => SipResponse } {
    const bare = aRequest({ method });
    this.layer.request(bare.withHeaders(bare.headers.without("Via")), this.flow, this.observer);
    const [request] = this.flow.take() as SipRequest[];
    if (!request) throw new Error("Nothing was sent");
    return { request, answer: (status) => createResponse(request, status, { localTag: "b" }) };
  }

  isEmpty(): boolean {
    return this.layer.clientCount === 0 && this.layer.serverCount === 0 && this.clock.pendingTimers === 0;
  }
}
