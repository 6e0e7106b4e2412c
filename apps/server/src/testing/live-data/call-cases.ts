import type { callEvents, callHistoryEvents, pbxEvents, queueEvents } from "@offhook/contract";
import { expect, vi } from "vitest";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import { type LiveWorld, SOUND_WAIT, WAIT } from "./live-world.ts";

type CallEvents = typeof callEvents & typeof callHistoryEvents & typeof pbxEvents & typeof queueEvents;

export function callCases(live: LiveWorld): CasesOf<CallEvents> {
  return {
    ...lineCases(live),
    ...historyCases(live),
    ...recordingCases(live),
    ...queueCases(live),
    ...actCases(live),
  };
}

function lineCases({
  maya,
}: LiveWorld): CasesOf<typeof callEvents & Pick<typeof pbxEvents, "BLOCKED_CALLERS">> {
  return {
    DND: {
      view: views.phoneLine,
      change: () => maya.client.updatePhone({ body: { phone: "maya", dnd: "1" } }),
    },
    CHANGE: {
      view: views.phoneLine,
      change: () => maya.client.setForwarding({ body: { phone: "maya", number: "12125550199" } }),
    },
    PHONE_UPDATE: {
      view: views.phoneLine,
      prepare: () => maya.client.setForwarding({ body: { phone: "maya", number: "" } }),
      change: () => maya.client.updatePhone({ body: { phone: "maya", totalmaximum: 7, dnd: "0" } }),
    },
    BLOCKED_CALLERS: {
      view: views.blockedNumbers,
      change: () => maya.client.blockCallers({ body: { numbers: ["12125550177"] } }),
      asksAgain: true,
    },
  };
}

type HistoryEvents = typeof callHistoryEvents &
  Pick<typeof pbxEvents, "HISTORY" | "HISTORY_READ" | "LIVE_CALLS">;

function historyCases(live: LiveWorld): CasesOf<HistoryEvents> {
  const { maya, phones } = live;
  return {
    HISTORY: { view: views.callHistory, change: () => live.call("maya", true) },
    HISTORY_RETURNED: {
      view: views.callHistory,
      prepare: () => live.call("dev", false),
      change: () => live.call("maya", true),
    },
    HISTORY_NOTE: {
      view: views.callHistory,
      change: async () => {
        const { callid } = await live.lastCall();
        await maya.client.setCallNote({ body: { callid, note: "Was friendly" } });
      },
    },
    HISTORY_READ: {
      view: views.callHistory,
      prepare: () => live.call("dev", false),
      change: () => maya.client.markCallRecordsRead({ body: {} }),
    },
    LIVE_CALLS: {
      reads: () => maya.client.listLiveCalls(),
      change: async () => {
        const phone = await phones.phone("maya", 440);
        await phones.phone("dev", 1_000);
        await phone.dial("102");
        await vi.waitFor(async () => expect(await maya.client.listLiveCalls()).not.toEqual([]), WAIT);
      },
    },
  };
}

function recordingCases(
  live: LiveWorld,
): CasesOf<Pick<typeof pbxEvents, "RECORDING_NEW" | "RECORDING_TRANSCRIPT">> {
  const { maya } = live;
  const recordedCalls = async () =>
    (await maya.client.listCallRecords({ query: { limit: 50 } })).filter(({ recorded }) => recorded);
  /** Maya calls Dev and records it until she hangs up. */
  const record = async () => {
    const before = (await recordedCalls()).length;
    await live.call("maya", true, async () => {
      const isOwn = ({ phone }: { phone: string | null }): boolean => phone === "maya";
      const channel = (await maya.client.listLiveCalls()).find(isOwn)?.channel ?? "";
      await maya.client.controlCall({ body: { action: "startRecording", channel } });
      await vi.waitFor(async () => {
        const calls = await maya.client.listLiveCalls();
        expect(calls.find(isOwn)).toMatchObject({ recording: true });
      }, WAIT);
    });
    await vi.waitFor(async () => expect((await recordedCalls()).length).toBe(before + 1), SOUND_WAIT);
  };
  const lastRecording = async () => {
    const [record] = await recordedCalls();
    const { recordings } = await maya.client.getCallRecord({ query: { id: record?.id ?? "" } });
    return recordings[0];
  };
  return {
    RECORDING_NEW: { view: views.callHistory, change: record },
    RECORDING_TRANSCRIPT: {
      prepare: record,
      reads: async () => (await lastRecording())?.transcript.state,
      change: async () =>
        maya.client.transcribeRecording({ body: { id: (await lastRecording())?.id ?? "" } }),
    },
  };
}

function actCases({ maya }: LiveWorld): CasesOf<Pick<typeof queueEvents, "QUEUE_ACT">> {
  return {
    QUEUE_ACT: {
      view: views.acts,
      change: () => maya.client.pauseAgent({ body: { phone: "dev", reason: "Lunch" } }),
      cleanUp: () => maya.client.resumeAgent({ body: { phone: "dev" } }),
    },
  };
}

function queueCases({ maya, phones }: LiveWorld): CasesOf<Omit<typeof queueEvents, "QUEUE_ACT">> {
  /** In the demo Maya serves none. */
  const serveOne = () =>
    phones.change(async (query) => {
      const { id } = await query
        .selectFrom("queues")
        .select("id")
        .where("customer_id", "=", HARBORLIGHT.id)
        .orderBy("id")
        .limit(1)
        .executeTakeFirstOrThrow();
      const member = { queue_id: id, phone_id: demoPerson("maya").id };
      await query
        .insertInto("queue_members")
        .values(member)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  return {
    QUEUE_STATUS: {
      reads: () => maya.client.getQueueStatus(),
      prepare: serveOne,
      change: async () => {
        const [queue] = await maya.client.listMyQueues({ query: { phone: "maya" } });
        const phone = await phones.phone("dev", 1_000);
        await phone.dial(queue?.extension ?? "");
      },
    },
    QUEUE_PAUSE: {
      reads: async () => {
        const { queues } = await maya.client.getQueueStatus();
        return queues.flatMap(({ agents }) => agents).find(({ phone }) => phone === "maya")?.reason;
      },
      prepare: async () => {
        await serveOne();
        const [queue] = await maya.client.listMyQueues({ query: { phone: "maya" } });
        await maya.client.loginToQueue({ body: { queue: queue?.id ?? 0, phone: "maya" } });
      },
      change: () => maya.client.pauseQueues({ body: { reason: "Lunch" } }),
      cleanUp: () => maya.client.resumeQueues({ body: {} }),
    },
    QUEUE_MISSED: {
      tells: async () => {
        await serveOne();
        const [queue] = await maya.client.listMyQueues({ query: { phone: "maya" } });
        await maya.client.loginToQueue({ body: { queue: queue?.id ?? 0, phone: "maya" } });
        const own = await phones.phone("maya", 900);
        const caller = await phones.phone("dev", 1_000);
        const call = await caller.dial(queue?.extension ?? "");
        (await own.rings()).refuse(603);
        call.hangUp();
      },
    },
    QUEUE_UPDATE: {
      view: views.availability,
      prepare: serveOne,
      change: async () => {
        const phone = "maya";
        const [queue] = await maya.client.listMyQueues({ query: { phone } });
        const body = { queue: queue?.id ?? 0, phone };
        await (queue?.available === "1"
          ? maya.client.logoutOfQueue({ body })
          : maya.client.loginToQueue({ body }));
      },
    },
    HUNTGROUP_UPDATE: {
      view: views.availability,
      change: async () => {
        const line = (await maya.client.getHuntGroups()).flatMap(({ lines }) => lines)[0];
        const available = line?.available === "1" ? "0" : "1";
        await maya.client.updateHuntGroupAvailability({ body: { hid: line?.id ?? 0, available } });
      },
    },
  };
}
