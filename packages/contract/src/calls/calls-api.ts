import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { ProfilePhone } from "../settings/index.ts";
import { CallExport, CallExportQuery, CallNoteQuery, CallNoteUpdate } from "./call-history.ts";
import { CallNote } from "./call-record.ts";
import { Phone, PhoneForwarding, PhoneQuery, PhoneSource, PhoneUpdate } from "./phone.ts";

export const callsApi = defineApi({
  getPhones: {
    method: "GET",
    path: "/phones",
    access: "calls",
    summary: "The phone lines of the user",
    result: z.array(ProfilePhone),
  },
  getPhone: {
    method: "GET",
    path: "/phone",
    access: "calls",
    summary: "Details of a phone line",
    query: PhoneQuery,
    result: Phone,
  },
  updatePhone: {
    method: "PUT",
    path: "/phone",
    access: "calls",
    summary: "Change a phone line, do not disturb among it",
    body: PhoneUpdate,
    result: Phone,
  },
  setForwarding: {
    method: "PUT",
    path: "/phone/forwarding",
    access: "calls",
    summary: "Forward a phone line, or stop forwarding with an empty number",
    body: PhoneForwarding,
    result: Phone,
  },
  setPhoneSource: {
    method: "PUT",
    path: "/myPhones/source",
    access: "calls",
    summary: "Choose the line the user's calls go out from",
    body: PhoneSource,
    result: Phone,
  },
  getCallNote: {
    method: "GET",
    path: "/call/note",
    access: "calls",
    summary: "What is noted about a call, over or still going on",
    query: CallNoteQuery,
    result: CallNote.nullable(),
  },
  setCallNote: {
    method: "PUT",
    path: "/call/note",
    access: "calls",
    summary: "Note something about a call, over or still going on",
    body: CallNoteUpdate,
    result: CallNote.nullable(),
  },
  exportCallRecords: {
    method: "GET",
    path: "/phone/cdrs/export",
    access: "calls",
    summary: "The call history of the user's lines as CSV, part by part",
    query: CallExportQuery,
    result: CallExport,
  },
});
