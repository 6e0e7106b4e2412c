import type { LiveCall, LiveCallStatus } from "@offhook/contract";
import type { CallView, PartyView } from "@offhook/pbx";
import { describeQuality } from "../history/call-quality.ts";

/** As everywhere in the console: without the plus. */
const digits = (number: string): string => number.replace(/^\+/, "");
const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/**
 * A call as the console and the queue feed know it: one entry for each party. Of those who listen only the line that is
 * listened to may know, where it is the one that looks.
 */
export function describeLiveCalls(
  call: CallView,
  lineName: (endpointId: string) => string | undefined,
  now: number,
  looking?: string,
): LiveCall[] {
  const shared = describeCall(call, now);
  return call.parties.map((party) => {
    const caller = call.parties.find(({ direction }) => direction === "out") ?? party;
    const phone = party.endpointId === undefined ? undefined : lineName(party.endpointId);
    // Field by field: for every change of every call, an object that grows behind a spread costs ten times this one.
    return {
      callid: shared.callid,
      scustomer: shared.scustomer,
      snumber: shared.snumber,
      called: shared.called,
      callername: shared.callername,
      callerid_external: shared.callerid_external,
      callerid_internal: shared.callerid_internal,
      totaltime: shared.totaltime,
      doorbell: shared.doorbell,
      application: shared.application,
      recording: shared.recording,
      recording_rule: shared.recording_rule,
      supervisors: isSupervised(party, looking) ? shownSupervisors(call) : [],
      conference: shared.conference,
      park_slot: shared.park_slot,
      queue_id: shared.queue_id,
      via: shared.via,
      note: shared.note,
      note_from: shared.note_from,
      started_at: shared.started_at,
      answered_at: party.answeredAt === undefined ? null : seconds(party.answeredAt),
      uniqueid: party.recordId,
      channel: party.channelId,
      bridged_callid: peerOf(call, party)?.channelId ?? "",
      status: statusOf(call, party),
      stype: caller.endpointId === undefined ? "external" : "phone",
      dtype: destinationTypeOf(call, caller),
      phone: phone ?? null,
      sip_callid: party.sipCallId ?? null,
      dir: party.direction,
      number: digits(party.number),
      name: party.name,
      muted: party.isMuted,
      video: party.hasVideo,
      can_video: party.canDoVideo,
      holding: party.phase === "holding",
      quality: party.quality ? describeQuality(party.quality) : null,
    };
  });
}

/** What all parties of a call have in common. */
function describeCall(call: CallView, now: number) {
  const { via, note } = call;
  return {
    callid: call.callId,
    scustomer: call.companyId,
    snumber: digits(call.callerNumber),
    called: digits(call.dialed),
    callername: call.callerName,
    callerid_external: digits(call.externalCallerId ?? ""),
    callerid_internal: digits(call.callerNumber),
    totaltime: Math.max(0, seconds(now - call.startedAt)),
    doorbell: call.isDoorbell,
    application: call.application ?? null,
    recording: call.isRecording,
    recording_rule: call.recordingRule?.policy ?? null,
    conference: call.conferenceId ?? null,
    park_slot: call.parkedSlot ?? null,
    queue_id: call.queueId === undefined ? null : Number(call.queueId),
    via: via ? { kind: VIA_KIND[via.kind], name: via.name } : null,
    note: note?.text ?? null,
    note_from: note?.by ?? null,
    started_at: seconds(call.startedAt),
  } satisfies Partial<LiveCall>;
}

const isSupervised = ({ direction, endpointId }: PartyView, looking: string | undefined): boolean =>
  direction === "in" && looking !== undefined && endpointId === looking;

const shownSupervisors = ({ supervisors }: CallView): LiveCall["supervisors"] =>
  supervisors.filter(({ isShown }) => isShown).map(({ name, mode }) => ({ name, mode }));

const VIA_KIND = { queue: "queue", huntGroup: "huntgroup" } as const;

const peerOf = (call: CallView, party: PartyView): PartyView | undefined =>
  isTalking(party) ? call.parties.find((each) => each !== party && isTalking(each)) : undefined;

const isTalking = ({ phase }: PartyView): boolean => ["talking", "holding", "onHold"].includes(phase);

function destinationTypeOf(call: CallView, caller: PartyView): LiveCall["dtype"] {
  if (call.application !== undefined) return "application";
  const callee = call.parties.find((party) => party !== caller);
  if (!callee) return call.queueId === undefined ? "phone" : "queue";
  return callee.endpointId === undefined ? "external" : "phone";
}

function statusOf(call: CallView, party: PartyView): LiveCallStatus {
  if (call.phase === "ended") return "ended";
  if (call.phase === "parked") return "parked";
  switch (party.phase) {
    case "calling":
      return call.phase === "waiting" ? "waiting" : "calling";
    case "ringing":
      return "ringing";
    case "talking":
      return "answer";
    case "holding":
      return "hold";
    case "onHold":
      return call.phase === "waiting" ? "waiting" : "hold";
    case "lost":
      return "lost";
    case "application":
      return "application";
  }
}
