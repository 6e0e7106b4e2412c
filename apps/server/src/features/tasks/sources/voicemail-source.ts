import { type TaskPreview, voicemailChannel } from "@offhook/contract";
import { clockDuration } from "@offhook/kernel";
import { numberKey } from "./source-text.ts";
import type { TaskSource } from "./task-source.ts";
import {
  findVoicemail,
  listVoicemailReaders,
  listVoicemails,
  type VoicemailGlance,
} from "./voicemail-source-repository.ts";

export const voicemailTaskSource: TaskSource = {
  type: "voicemail",
  async find(query, actor, { sourceId }) {
    if (!actor.features.has("voicemail")) return undefined;
    const message = await findVoicemail(query, actor, sourceId);
    return (
      message && {
        sourceId: message.id,
        line: message.box,
        channel: voicemailChannel(actor.customerId, message.box),
        number: numberKey(message.caller_number),
      }
    );
  },
  readers: (query, customerId, { line }) => listVoicemailReaders(query, customerId, line),
  async preview(query, { customerId }, sources) {
    const messages = await listVoicemails(
      query,
      customerId,
      sources.map(({ sourceId }) => sourceId),
    );
    const byId = new Map(messages.map((message) => [message.id, message]));
    return sources.map(({ sourceId }) => {
      const message = byId.get(sourceId);
      return message && toPreview(message);
    });
  },
};

function toPreview(message: VoicemailGlance): TaskPreview {
  return {
    number: message.caller_number,
    name: message.caller_name,
    line: message.label || message.box,
    text: `Voicemail, ${clockDuration(Math.round(message.duration_ms / 1000))}`,
    time: Math.floor(message.received_at.getTime() / 1000),
    to: `/voicemails/${encodeURIComponent(message.box)}/${encodeURIComponent(message.id)}/${message.folder}`,
  };
}
