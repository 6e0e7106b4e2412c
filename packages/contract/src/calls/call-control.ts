import { z } from "zod";
import { Bit, text, trimmedText } from "../wire-values.ts";
import { DestinationType } from "./phone.ts";

const Channel = text(100).min(1);
/** Empty takes it back. */
const Note = trimmedText(500);
const DialedNumber = trimmedText(60).regex(/^[\d\s()+.*#,;-]*$/, "Invalid phone format");

/** Call from another device: `snumber` rings first; whoever answers it is connected with `dnumber`. */
export const SendCall = z.object({
  dnumber: DialedNumber.min(1),
  /** Left out or empty: the line's own phones. */
  snumber: DialedNumber.default(""),
  /** The line on whose behalf: its name, its extension or its outside number. Left out: the active one. */
  calleridd: trimmedText(100).default(""),
  /**
   * Whether the first phone, and the called one, pick up by themselves. Phones that can do it do; the called one only
   * where it is a line of the asker: nobody is listened to unasked.
   */
  answer1: Bit.optional(),
  answer2: Bit.optional(),
});
export type SendCall = z.infer<typeof SendCall>;
export const SentCall = z.object({ callid: z.string() });

const action = <const Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ action: z.literal(name), channel: Channel, ...shape });

/** What can be asked of a live call. `channel` is the asker's own part in it. */
export const CallControl = z.discriminatedUnion("action", [
  action("hangup", {}),
  /** A call that rings is turned down; the message goes to the caller as a text. */
  action("decline", { message: trimmedText(500).min(1).optional() }),
  /** A call that rings goes elsewhere, to voicemail say. */
  action("redirect", { dtype: DestinationType, dnumber: DialedNumber.default("") }),
  action("hold", { hold: Bit }),
  /** Without `party` the asker; with it the other party of this call, as in a conference. */
  action("mute", { mute: Bit, party: Channel.optional() }),
  /** Hangs up on the other party of this call: in a conference the rest goes on. */
  action("drop", { party: Channel }),
  action("dtmf", { digits: z.string().regex(/^[\d*#A-D]{1,40}$/, "Must be keys of a phone") }),
  /** The note is shown to whoever the call goes to. */
  action("transfer", { number: DialedNumber.min(1), note: Note.optional() }),
  /** The same for a call that asks first: the note goes with it when the transfer is completed. */
  action("note", { note: Note }),
  /** Joins the far ends of this call and of the one that asked whether they will take it. */
  action("completeTransfer", { consultation: Channel }),
  action("cancelTransfer", {}),
  action("park", {}),
  /** This call and these become one conference. */
  action("conference", { channels: z.array(Channel).min(1).max(50) }),
  action("split", {}),
  action("startRecording", {}),
  action("stopRecording", {}),
]);
export type CallControl = z.infer<typeof CallControl>;

export const CallControlResult = z.object({
  /** Where a parked call waits. */
  slot: z.number().int().optional(),
  conference: z.string().optional(),
  recording: z.string().optional(),
});
export type CallControlResult = z.infer<typeof CallControlResult>;
