import { z } from "zod";
import { SmsParty } from "../messages/sms-line.ts";
import { text } from "../wire-values.ts";

/** sms: texts, phn: missed calls, vox: voicemails, fax: faxes. */
export const UnreadType = z.enum(["sms", "phn", "vox", "fax"]);
export type UnreadType = z.infer<typeof UnreadType>;

const count = z.number().int().nonnegative();
export const UnreadCounters = z.object({ sms: count, phn: count, vox: count, fax: count });
export type UnreadCounters = z.infer<typeof UnreadCounters>;

const ItemIds = z.array(text(200).min(1)).min(1).max(1000);
const Line = text(100).min(1);

/**
 * Without `ids` the whole line, without `line` all lines of that type, and with type 'all' everything. Of texts a
 * whole conversation can be meant, by the other party's number.
 */
export const ReadRequest = z.object({
  type: z.enum([...UnreadType.options, "all"]),
  line: Line.optional(),
  ids: ItemIds.optional(),
  conversation: SmsParty.optional(),
});
export type ReadRequest = z.infer<typeof ReadRequest>;

/** A conversation without ids: its last text that came in. */
export const UnreadRequest = z
  .object({
    type: UnreadType,
    line: Line,
    ids: ItemIds.optional(),
    conversation: SmsParty.optional(),
  })
  .refine(
    ({ type, ids, conversation }) => ids !== undefined || (type === "sms" && conversation !== undefined),
    "Say which ones",
  );
export type UnreadRequest = z.infer<typeof UnreadRequest>;
