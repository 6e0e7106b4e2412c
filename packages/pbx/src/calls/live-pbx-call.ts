import type { CallView, PartyView } from "./call-view.ts";

/** A row of the queue feed and the wallboard, in the words of the feed. */
export interface LivePbxCall {
  readonly callid: string;
  readonly uniqueid: string;
  readonly channel: string;
  readonly bridged_callid: string;
  readonly status: string;
  /** What calls and what is called: phone, trunk, queue or application. */
  readonly stype: string;
  readonly dtype: string;
  readonly scustomer: string;
  readonly snumber: string;
  readonly called: string;
  readonly callername: string;
  readonly callerid_external: string;
  readonly callerid_internal: string;
  /** Seconds. */
  readonly totaltime: number;
}

/** One row for every party of a live call. */
export function livePbxCalls(call: CallView, now: number): readonly LivePbxCall[] {
  const caller = call.parties.find(({ direction }) => direction === "out");
  return call.parties.map((party) => ({
    callid: call.callId,
    uniqueid: party.legId,
    channel: party.channelId,
    bridged_callid: peerOf(call, party)?.legId ?? "",
    status: party.phase,
    stype: caller ? kindOf(caller) : "",
    dtype: destinationKind(call),
    scustomer: call.companyId,
    snumber: call.callerNumber,
    called: call.dialled,
    callername: call.callerName,
    callerid_external: call.externalCallerId ?? "",
    callerid_internal: call.callerNumber,
    totaltime: Math.floor((now - call.startedAt) / 1_000),
  }));
}

/** Whom a party talks with. */
function peerOf(call: CallView, party: PartyView): PartyView | undefined {
  if (party.phase !== "talking") return undefined;
  return call.parties.find((other) => other !== party && other.phase === "talking");
}

const kindOf = ({ trunkId }: PartyView): string => (trunkId === undefined ? "phone" : "trunk");

function destinationKind(call: CallView): string {
  if (call.queueId !== undefined) return "queue";
  if (call.application !== undefined) return call.application;
  const called = call.parties.find(({ direction }) => direction === "in");
  return called ? kindOf(called) : "";
}
