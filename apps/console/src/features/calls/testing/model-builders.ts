import type { LiveCall } from "@offhook/contract";
import type { Leg } from "../phone/phone-model.ts";

export const LINE = "maya";

type LegFields = Partial<Omit<Leg, "state">> & { readonly state?: Leg["state"] };

/** It has been answered at 0 where its state is active. */
export function aLeg({ state = "calling", ...fields }: LegFields = {}): Leg {
  const leg = {
    id: "sip-1",
    callId: "call-1",
    callid: "",
    channel: "",
    line: LINE,
    kind: "in" as const,
    number: "12125550177",
    caller: "June Park",
    via: undefined,
    doorbell: false,
    startedAt: 0,
    isListed: false,
    ...fields,
  };
  if (state === "calling") return { ...leg, state, callsc: 0 };
  return state === "active" ? { ...leg, state, answeredAt: 0 } : { ...leg, state };
}

export function aRow(fields: Partial<LiveCall> = {}): LiveCall {
  return {
    callid: "call-1",
    uniqueid: "record-1",
    channel: "channel-1",
    bridged_callid: "",
    status: "answer",
    stype: "external",
    dtype: "phone",
    scustomer: "1",
    snumber: "12125550177",
    called: "101",
    callername: "June Park",
    callerid_external: "",
    callerid_internal: "",
    totaltime: 0,
    phone: LINE,
    sip_callid: null,
    dir: "in",
    number: "101",
    name: "Maya",
    muted: false,
    holding: false,
    video: false,
    can_video: true,
    doorbell: false,
    application: null,
    recording: false,
    recording_rule: null,
    supervisors: [],
    conference: null,
    park_slot: null,
    queue_id: null,
    via: null,
    note: null,
    note_from: null,
    quality: null,
    started_at: 0,
    answered_at: null,
    ...fields,
  };
}
