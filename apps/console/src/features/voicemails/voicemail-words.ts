import type { Voicemail } from "@offhook/contract";
import { callerText } from "../calls/index.ts";

/** Pure. Who has called; `known` is what the address book says. */
export function voicemailCaller(
  { callername, callerId }: Pick<Voicemail, "callername" | "callerId">,
  known: string | null,
): string {
  return known || callerText({ name: callername, number: callerId });
}

/** Pure. What stands in place of words that are not there; empty where they are, or where no engine runs. */
export function transcriptState({
  transcription,
  transcription_state: state,
  fileError,
}: Pick<Voicemail, "transcription" | "transcription_state" | "fileError">): string {
  if (transcription !== "") return "";
  if (fileError !== null) return "The recording cannot be played.";
  return {
    off: "",
    done: "",
    waiting: "Transcribing…",
    none: "No words recognized.",
    failed: "Transcription failed.",
  }[state];
}
