import { z } from "zod";
import { defineApi } from "../define-api.ts";
import {
  Voicemail,
  VoicemailDeletion,
  VoicemailDetails,
  VoicemailFile,
  VoicemailFileQuery,
  VoicemailListQuery,
  VoicemailMail,
  VoicemailMove,
  VoicemailQuery,
} from "./voicemail.ts";

const access = "voicemail";

export const voicemailsApi = defineApi({
  getVoicemails: {
    method: "GET",
    path: "/voicemail",
    access,
    summary: "Messages of the user's voicemail boxes, newest first",
    query: VoicemailListQuery,
    result: z.array(Voicemail),
  },
  getVoicemail: {
    method: "GET",
    path: "/voicemail/details",
    access,
    summary: "A message with what was said, who has read it and how loud it is",
    query: VoicemailQuery,
    result: VoicemailDetails,
  },
  getVoicemailFile: {
    method: "GET",
    path: "/voicemail/file",
    access,
    summary: "Where the message can be heard (MP3)",
    query: VoicemailFileQuery,
    result: VoicemailFile,
  },
  moveVoicemails: {
    method: "PUT",
    path: "/voicemail/folder",
    access,
    summary: "Put messages into another folder",
    body: VoicemailMove,
    result: z.array(Voicemail),
  },
  deleteVoicemail: {
    method: "DELETE",
    path: "/voicemail",
    access,
    summary: "Delete a message; it can be undone for a while",
    query: VoicemailQuery,
    result: VoicemailDeletion,
  },
  restoreVoicemail: {
    method: "POST",
    path: "/voicemail/restore",
    access,
    summary: "Undo a deletion",
    body: VoicemailQuery,
    result: Voicemail,
  },
  mailVoicemail: {
    method: "POST",
    path: "/voicemail/mail",
    access,
    summary: "Send a message on by mail",
    body: VoicemailMail,
    result: z.null(),
    ratePerMinute: 20,
  },
});
