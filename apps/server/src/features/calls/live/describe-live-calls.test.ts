import { LiveApplication } from "@offhook/contract";
import type { CallView, PartyView } from "@offhook/pbx";
import { expect, test } from "vitest";
import { describeLiveCalls } from "./describe-live-calls.ts";

const aParty = (change: Partial<PartyView> = {}): PartyView => ({
  channelId: "channel-1",
  recordId: "record-1",
  endpointId: "1",
  trunkId: undefined,
  deviceId: "desk-1",
  sipCallId: "sip-1",
  direction: "out",
  number: "101",
  name: "Maya Okafor",
  phase: "talking",
  answeredAt: 2_000,
  isMuted: false,
  hasVideo: false,
  canDoVideo: false,
  quality: undefined,
  ...change,
});
const CALLEE: Partial<PartyView> = {
  channelId: "channel-2",
  recordId: "record-2",
  endpointId: "2",
  direction: "in",
};

const aCall = (change: Partial<CallView> = {}): CallView => ({
  callId: "call-1",
  companyId: "1",
  phase: "connected",
  startedAt: 1_000,
  dialed: "102",
  callerNumber: "101",
  callerName: "Maya Okafor",
  externalCallerId: undefined,
  queueId: undefined,
  via: undefined,
  note: undefined,
  conferenceId: undefined,
  parkedSlot: undefined,
  isDoorbell: false,
  isTest: false,
  isRecording: false,
  recordingRule: undefined,
  isToBeRecorded: false,
  supervisors: [],
  application: undefined,
  parties: [aParty(), aParty(CALLEE)],
  awaiting: [],
  cause: undefined,
  ...change,
});

/** What each party is said to be doing. */
const doing = (call: CallView) =>
  describeLiveCalls(call, (id) => `line-${id}`, 5_000).map(
    ({ status, holding, application, conference, dtype }) => ({
      status,
      holding,
      application,
      conference,
      dtype,
    }),
  );

test("[LIVE1] [CDR8] two parties that talk listen to each other, and to no application", () => {
  const talking = { status: "answer", holding: false, application: null, conference: null, dtype: "phone" };
  expect(doing(aCall())).toEqual([talking, talking]);
});

test.each(LiveApplication.options)(
  "[LIVE1] who listens to '%s' is said to, and talks to nobody",
  (application) => {
    const call = aCall({ phase: "application", application, parties: [aParty({ phase: "application" })] });
    expect(doing(call)).toEqual([
      { status: "application", holding: false, application, conference: null, dtype: "application" },
    ]);
  },
);

test("[LIVE1] a party that holds is told from one that is held", () => {
  const parties = [aParty({ phase: "holding" }), aParty({ ...CALLEE, phase: "onHold" })];
  expect(doing(aCall({ phase: "held", parties }))).toMatchObject([
    { status: "hold", holding: true, application: null },
    { status: "hold", holding: false, application: null },
  ]);
});

test("[LIVE1] both parties of a conference are in the same one", () => {
  expect(doing(aCall({ conferenceId: "conference-7" }))).toMatchObject([
    { status: "answer", application: null, conference: "conference-7" },
    { status: "answer", application: null, conference: "conference-7" },
  ]);
});

test("[LIVE1] a caller in a queue waits and is not on hold", () => {
  const call = aCall({ phase: "waiting", queueId: "301", parties: [aParty({ phase: "onHold" })] });
  expect(doing(call)).toMatchObject([{ status: "waiting", application: null, dtype: "queue" }]);
});

test("[SUP7] an agent is told who listens where the agent may know; the caller and onlookers never are", () => {
  const ines = { userId: "3", name: "Ines Duarte", mode: "whisper" } as const;
  const [caller, agent] = aCall().parties;
  const told = (isShown: boolean, looking: string | undefined) =>
    describeLiveCalls(aCall({ supervisors: [{ ...ines, isShown }] }), () => "line", 5_000, looking).map(
      ({ dir, supervisors }) => [dir, supervisors],
    );
  const nothing = [
    ["out", []],
    ["in", []],
  ];
  expect(told(false, agent?.endpointId)).toEqual(nothing);
  expect(told(true, caller?.endpointId)).toEqual(nothing);
  expect(told(true, undefined)).toEqual(nothing);
  expect(told(true, agent?.endpointId)).toEqual([
    ["out", []],
    ["in", [{ name: "Ines Duarte", mode: "whisper" }]],
  ]);
});

test("[LIVE2] a caller whom a queue has answered long ago talks with the agent since the agent answered", () => {
  const parties = [
    aParty({ endpointId: undefined }),
    aParty({ ...CALLEE, answeredAt: 42_000 }),
    aParty({ ...CALLEE, channelId: "channel-3", phase: "ringing", answeredAt: undefined }),
  ];
  const calls = describeLiveCalls(aCall({ queueId: "301", parties }), (id) => `line-${id}`, 50_000);
  expect(calls.map(({ answered_at }) => answered_at)).toEqual([2, 42, null]);
});
