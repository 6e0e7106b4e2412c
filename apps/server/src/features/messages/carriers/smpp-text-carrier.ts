import { createHash } from "node:crypto";
import type { Clock } from "@offhook/kernel";
import { type Pdu, type SmppLink, statusCode, statusName, toWire } from "@offhook/smpp";
import type { BaseLogger } from "pino";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import type { CarrierEvents, OutgoingText, SubmitResult, TextCarrier } from "../text-carrier.ts";
import type { SmppConfig } from "./carrier-config.ts";
import type { InboundParts } from "./inbound-parts.ts";
import { SmppConnection } from "./smpp-connection.ts";
import { SmppInbox, UnknownReceipt } from "./smpp-inbox.ts";
import { SubmitPace } from "./submit-pace.ts";

export interface SmppTextCarrierDeps {
  readonly config: SmppConfig;
  readonly parts: InboundParts;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
}

/** Most outages are short; after this the outbox tries again in its own time. */
const PATIENCE_MS = 10_000;
const ANSWER_MS = 15_000;
const THROTTLE_MS = [500, 1_000, 2_000, 4_000, 8_000];
const SWEEP_MS = 600_000;
const INCOMPLETE_MS = 3_600_000;
const FORGET_MS = 2 * 86_400_000;

const THROTTLED = new Set(["ESME_RTHROTTLED", "ESME_RMSGQFUL"]);
/** The carrier's own trouble, or ours with it: none of it is the text's fault. */
const TEMPORARY = new Set(["ESME_RSYSERR", "ESME_RX_T_APPN", "ESME_RINVBNDSTS", "ESME_RUNKNOWNERR"]);
const INTERNATIONAL = 1;
const ISDN = 1;
const FINAL_RECEIPT = 1;

/** Texts over SMPP 3.4. */
export class SmppTextCarrier implements TextCarrier {
  readonly name = "smpp";
  readonly limits = { maxMediaBytes: 0, mediaTypes: [] };
  readonly #deps: SmppTextCarrierDeps;
  readonly #connection: SmppConnection;
  readonly #inbox: SmppInbox;
  readonly #pace: SubmitPace;
  readonly #sweep: BackgroundLoop;
  #events: CarrierEvents | undefined;

  constructor(deps: SmppTextCarrierDeps) {
    const { config, clock, log } = deps;
    this.#deps = deps;
    this.#inbox = new SmppInbox(deps);
    this.#pace = new SubmitPace({ clock, ...config });
    this.#connection = new SmppConnection({
      config,
      clock,
      log,
      onRequest: (pdu, link) => void this.#take(pdu, link),
    });
    this.#sweep = new BackgroundLoop({ name: "parts of texts", clock, log, work: () => this.#giveUpParts() });
  }

  start(events: CarrierEvents): void {
    this.#events = events;
    this.#connection.start();
    this.#sweep.start();
  }

  async close(): Promise<void> {
    this.#pace.close();
    await Promise.all([this.#connection.close(), this.#sweep.close()]);
  }

  /** A repeat has the same references and bytes, by which the carrier knows that it already has the text. */
  async submit(text: OutgoingText): Promise<SubmitResult> {
    const reference = referenceOf(text.id);
    const fields = {
      source_addr_ton: INTERNATIONAL,
      source_addr_npi: ISDN,
      source_addr: text.from,
      dest_addr_ton: INTERNATIONAL,
      dest_addr_npi: ISDN,
      destination_addr: text.to,
      registered_delivery: FINAL_RECEIPT,
      user_message_reference: reference,
    };
    const carrierIds: string[] = [];
    for (const segment of toWire(text.body, reference)) {
      const answer = await this.#submitSegment({ ...fields, ...segment });
      const status = statusName(answer.command_status);
      if (TEMPORARY.has(status) || THROTTLED.has(status)) throw new Error(`The carrier answers ${status}`);
      if (answer.command_status !== 0) return { refused: status, reason: `submit_sm: ${status}` };
      carrierIds.push(String(answer.message_id ?? ""));
    }
    return { carrierIds };
  }

  async #submitSegment(fields: Readonly<Record<string, unknown>>): Promise<Pdu> {
    for (const pauseMs of [...THROTTLE_MS, undefined]) {
      await this.#pace.enter();
      try {
        const link = await this.#connection.link(PATIENCE_MS);
        const answer = await link.request("submit_sm", fields, ANSWER_MS);
        if (pauseMs === undefined || !THROTTLED.has(statusName(answer.command_status))) return answer;
        this.#pace.pause(pauseMs);
      } finally {
        this.#pace.done();
      }
    }
    throw new Error("Unreachable: the last attempt returns");
  }

  async #take(pdu: Pdu, link: SmppLink): Promise<void> {
    const events = this.#events;
    if (pdu.command !== "deliver_sm" || !events)
      return link.answer(pdu, { command_status: statusCode("ESME_RINVCMDID") });
    try {
      await this.#inbox.take(pdu, events);
    } catch (error) {
      // Those are so short of meaning that they are not worth a line.
      if (!(error instanceof UnknownReceipt))
        this.#deps.log.error(
          { err: error },
          "Something the carrier delivered could not be kept; it will come again",
        );
      return link.answer(pdu, { command_status: statusCode("ESME_RX_T_APPN") });
    }
    link.answer(pdu);
  }

  async #giveUpParts(): Promise<number> {
    const { parts, clock } = this.#deps;
    for (const text of await parts.giveUp(clock.now() - INCOMPLETE_MS))
      await this.#events?.received({ ...text, media: [] });
    await parts.forget(clock.now() - FORGET_MS);
    return SWEEP_MS;
  }
}

/** SMPP has 16 bits for it. */
function referenceOf(id: string): number {
  return createHash("sha256").update(id).digest().readUInt16BE(0);
}
