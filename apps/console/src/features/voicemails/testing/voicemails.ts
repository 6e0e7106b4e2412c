import type { Task, Voicemail, VoicemailDetails } from "@offhook/contract";

/** Where the clock of tests stands: four in the morning in New York. */
const NOW_SECONDS = Date.parse("2030-01-07T09:00:00Z") / 1000;

/** A new message of a quarter of an hour ago, unless told otherwise. */
export function aVoicemail(fields: Partial<Voicemail> = {}): Voicemail {
  const { time = NOW_SECONDS - 15 * 60 } = fields;
  return {
    id: "vm-1",
    mailbox: "maya",
    name: "Maya Okafor",
    dir: "INBOX",
    callerId: "12125550177",
    caller: '"June Park" <12125550177>',
    callername: "June Park",
    duration: 24,
    time,
    time_ms: time * 1000,
    new: true,
    read_by: [],
    transcription: "Hi, this is June. Please call me back at 212-555-0188.",
    transcription_state: "done",
    fileError: null,
    cut_off: false,
    tasks: [],
    ...fields,
  };
}

export function voicemailDetails(
  voicemail: Voicemail,
  fields: Partial<VoicemailDetails> = {},
): VoicemailDetails {
  return {
    ...voicemail,
    sentences: [
      { text: "Hi, this is June.", start: 0.5, end: 2 },
      { text: "Please call me back at 212-555-0188.", start: 6, end: 9 },
    ],
    readers: [],
    peaks: Array.from({ length: 240 }, (_, index) => (index < 90 ? 60 : 2)),
    callid: "",
    ...fields,
  };
}

/** That many, one every minute, newest first. */
export function manyVoicemails(count: number): readonly Voicemail[] {
  return Array.from({ length: count }, (_, index) =>
    aVoicemail({
      id: `vm-${index}`,
      callername: `Caller ${index}`,
      time: NOW_SECONDS - 60 * (index + 1),
      new: false,
    }),
  );
}

export function aVoicemailTask(fields: Partial<Task> = {}): Task {
  return {
    id: 7,
    uuid: "5e0c9a52-7c5b-4d0e-9c62-0d6f0b6f2a10",
    source: "voicemail",
    source_id: "vm-1",
    sms_line: null,
    source_detail_id: null,
    status: "new",
    assigned_to: 2,
    created_by: 1,
    resolved_by: null,
    created_on: NOW_SECONDS,
    assigned_on: NOW_SECONDS,
    resolved_on: null,
    resolvedAndAssigned: false,
    assignedToName: "Dev Patel",
    createdByName: "Maya Okafor",
    resolvedByName: "",
    note: "",
    due_on: null,
    remind_on: null,
    reminded_on: null,
    ...fields,
  };
}
