import { channelName, type TaskPreview } from "@offhook/contract";
import {
  type CallGlance,
  findMissedCall,
  listMissedCalls,
  listPhoneReaders,
} from "./call-source-repository.ts";
import { numberKey } from "./source-text.ts";
import type { TaskSource } from "./task-source.ts";

/** Missed calls, by the record on the line that was not answered. */
export const callTaskSource: TaskSource = {
  type: "call",
  async find(query, actor, { sourceId }) {
    const call = actor.features.has("calls") && (await findMissedCall(query, actor, sourceId));
    if (!call) return undefined;
    return {
      sourceId: call.id,
      line: call.phone,
      channel: channelName("phone", call.phone_id),
      number: numberKey(call.number),
    };
  },
  readers: (query, customerId, { line }) => listPhoneReaders(query, customerId, line),
  async preview(query, { customerId }, sources) {
    const calls = await listMissedCalls(
      query,
      customerId,
      sources.map(({ sourceId }) => sourceId),
    );
    const byId = new Map(calls.map((call) => [call.id, call]));
    return sources.map(({ sourceId }) => {
      const call = byId.get(sourceId);
      return call && toPreview(call);
    });
  },
};

function toPreview(call: CallGlance): TaskPreview {
  return {
    number: call.number,
    name: call.name,
    line: call.label || call.phone,
    text: "Missed call",
    time: Math.floor(call.started_at.getTime() / 1000),
    to: `/calls/${encodeURIComponent(call.id)}`,
  };
}
