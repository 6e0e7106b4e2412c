import { z } from "zod";
import { text } from "../wire-values.ts";

/** The number of an SMS line, as the profile names it. */
export const SmsLineNumber = text(40).min(1);
/** The other party's number: an id of a conversation within its line. */
export const SmsParty = text(40).min(1);
/** Of a message; digits. */
export const SmsMessageId = text(20).regex(/^[1-9]\d{0,17}$/);

/** The conversation a request speaks of. */
export const SmsAddress = z.object({ sms_line: SmsLineNumber, conversation: SmsParty });
export type SmsAddress = z.infer<typeof SmsAddress>;

/** What the console says, and the server answers, about a line that is not the user's. */
export const NO_SMS_ACCESS_TEXT = "Please check if user has access to this SMS number";
export const NO_CONVERSATION_TEXT = "No conversation found.";
