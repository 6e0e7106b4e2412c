import { z } from "zod";
import { defineApi } from "../define-api.ts";
import {
  LiveVoicemail,
  LiveVoicemailPickUp,
  LiveVoicemailQuery,
  LiveVoicemailSound,
} from "./live-voicemail.ts";

const access = "voicemail";

export const liveVoicemailsApi = defineApi({
  getLiveVoicemails: {
    method: "GET",
    path: "/voicemail/live",
    access,
    summary: "Messages that are being left in the user's voicemail boxes at this moment",
    result: z.array(LiveVoicemail),
  },
  getLiveVoicemailSound: {
    method: "GET",
    path: "/voicemail/live/sound",
    access,
    summary: "Where one can listen in on somebody who leaves a message, who hears nothing of it",
    query: LiveVoicemailQuery,
    result: LiveVoicemailSound,
  },
  pickUpVoicemail: {
    method: "POST",
    path: "/voicemail/live/pickup",
    access,
    summary: "Talk to somebody who is leaving a message; the user's phone rings for it",
    body: LiveVoicemailPickUp,
    result: z.object({ callid: z.string() }),
  },
});
