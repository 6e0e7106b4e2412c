import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";
import { SmsAddress, SmsLineNumber, SmsMessageId, SmsParty } from "./sms-line.ts";
import { SmsMessage } from "./sms-message.ts";

export const MAX_SMS_LENGTH = 1_600;
export const MAX_SMS_FILES = 10;
/** Of one file; what the carrier takes may be less (see `GET /sms/limits`). */
export const MAX_SMS_FILE_BYTES = 5_000_000;
const MAX_FILE_BASE64 = Math.ceil(MAX_SMS_FILE_BYTES / 3) * 4;
export const MAX_SEND_BODY_BYTES = 16 * 1024 * 1024;

/** A file to send: its content as base64, without the prefix of a data address. */
export const SmsUpload = z.object({
  name: text(200).min(1),
  type: text(100).optional(),
  value: z
    .string()
    .min(1)
    .max(MAX_FILE_BASE64)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "Must be base64 without the data prefix"),
});
export type SmsUpload = z.infer<typeof SmsUpload>;

const content = {
  sms_line: SmsLineNumber,
  receiver: SmsParty,
  msgdata: text(MAX_SMS_LENGTH).default(""),
  media: z.array(SmsUpload).max(MAX_SMS_FILES).default([]),
  /** Made by the sender: the same one twice sends once. */
  mId: z.uuid(),
};

const hasContent = ({ msgdata, media }: { msgdata: string; media: readonly unknown[] }): boolean =>
  msgdata.trim() !== "" || media.length > 0;
const NOTHING_TO_SEND = "Write something or attach a file";

/** With several files each but the last goes out as its own message with an empty text. */
export const SendSms = z.object(content).refine(hasContent, NOTHING_TO_SEND);
export type SendSms = z.infer<typeof SendSms>;

export const SentSms = z.object({
  /** Of the message that has the text, the last of them. */
  id: z.string(),
  mId: z.string(),
  messages: z.array(SmsMessage),
});
export type SentSms = z.infer<typeof SentSms>;

export const RetrySms = SmsAddress.extend({ id: SmsMessageId });
export type RetrySms = z.infer<typeof RetrySms>;

/** With the id of a scheduled message: what it is to say, and when, from now on. Its files stay unless new ones come. */
export const ScheduleSms = z
  .object({
    ...content,
    /** Unix milliseconds. */
    scheduled_at: z.number().int().min(0).max(8_000_000_000_000),
    scheduledId: z.number().int().positive().max(2_147_483_647).optional(),
    /** In an edit: leave the files out. */
    removeMedia: z.boolean().default(false),
  })
  .refine((request) => request.scheduledId !== undefined || hasContent(request), NOTHING_TO_SEND);
export type ScheduleSms = z.infer<typeof ScheduleSms>;

export const CancelScheduledSms = z.object({
  scheduledId: z.coerce.number().int().positive().max(2_147_483_647),
});
export type CancelScheduledSms = z.infer<typeof CancelScheduledSms>;

/** What a user has begun to write; users do not see each other's drafts. */
export const SmsDraft = z.object({
  sms_line: z.string(),
  conversation: z.string(),
  msgdata: z.string(),
  time: z.number().int(),
});
export type SmsDraft = z.infer<typeof SmsDraft>;

/** An empty one is none. */
export const SaveSmsDraft = SmsAddress.extend({ msgdata: text(MAX_SMS_LENGTH) });
export type SaveSmsDraft = z.infer<typeof SaveSmsDraft>;
/** Left out: all of the user's drafts. */
export const SmsDraftsQuery = SmsAddress.partial();
export type SmsDraftsQuery = z.infer<typeof SmsDraftsQuery>;

/** `{first_name}`, `{name}`, `{organization}`, `{my_name}`, `{company}` and `{line}` are filled in by the composer. */
export const SMS_TEMPLATE_VARIABLES = [
  "first_name",
  "name",
  "organization",
  "my_name",
  "company",
  "line",
] as const;

export const SmsTemplate = z.object({ id: z.number().int(), title: z.string(), description: z.string() });
export type SmsTemplate = z.infer<typeof SmsTemplate>;

const title = trimmedText(100).min(1);
const description = text(MAX_SMS_LENGTH).min(1);
const TemplateId = z.coerce.number().int().positive().max(2_147_483_647);
export const NewSmsTemplate = z.object({ title, description, uuid: z.uuid().optional() });
export type NewSmsTemplate = z.infer<typeof NewSmsTemplate>;
export const EditSmsTemplate = z.object({ sms_template_id: TemplateId, title, description });
export type EditSmsTemplate = z.infer<typeof EditSmsTemplate>;
export const SmsTemplateQuery = z.object({ sms_template_id: TemplateId });

/** For colleagues on the line, never sent to anybody. */
export const NewSmsComment = SmsAddress.extend({
  text: trimmedText(2_000).min(1),
  mentions: z.array(z.number().int().positive().max(2_147_483_647)).max(50).default([]),
  mId: z.uuid(),
});
export type NewSmsComment = z.infer<typeof NewSmsComment>;

/** What the carrier of the installation takes. */
export const SmsLimits = z.object({
  maxLength: z.number().int(),
  maxFiles: z.number().int(),
  /** Zero: no files can be sent. */
  maxMediaBytes: z.number().int(),
  mediaTypes: z.array(z.string()),
  /** False: no carrier is set up, texts wait until there is one. */
  hasCarrier: z.boolean(),
});
export type SmsLimits = z.infer<typeof SmsLimits>;
