import type { SmsLimits } from "@offhook/contract";
import { formatBytes } from "@offhook/ui/format";
import { base64Of } from "../../../platform/api/base64.ts";
import type { OutgoingFile } from "../outbox/outgoing-text.ts";
import { isShrinkable, shrinkPicture } from "./shrink-picture.ts";

/** A file that is ready to go. */
export interface Attachment extends OutgoingFile {
  readonly id: string;
  readonly preview: Blob;
  /** What was done to it, for the user to know. */
  readonly notice: string | undefined;
}

export type Prepared =
  | { readonly isReady: true; readonly attachment: Attachment }
  | { readonly isReady: false; readonly problem: string };

export type Shrink = (file: Blob, maxBytes: number) => Promise<Blob | undefined>;

/** Checks a file against what the carrier takes, and makes a picture smaller where that helps. */
export async function prepareAttachment(
  file: File,
  limits: SmsLimits,
  shrink: Shrink = shrinkPicture,
): Promise<Prepared> {
  const refuse = (problem: string): Prepared => ({ isReady: false, problem });
  const name = file.name || "picture";
  if (limits.maxMediaBytes === 0) return refuse("This line can send texts only, no files.");
  if (file.size === 0) return refuse(`${name} is empty.`);
  const fits = isTaken(file.type, limits.mediaTypes);
  const isTooLarge = file.size > limits.maxMediaBytes;
  if (fits && !isTooLarge) return ready(file, name, undefined);
  if (!isShrinkable(file.type)) {
    return refuse(
      fits
        ? `${name} is ${formatBytes(file.size)}; the carrier takes ${formatBytes(limits.maxMediaBytes)}.`
        : `${name} is of a kind that the carrier cannot send.`,
    );
  }
  const smaller = await shrink(file, limits.maxMediaBytes).catch(() => undefined);
  if (!smaller) return refuse(`${name} cannot be made small enough for the carrier.`);
  const notice = isTooLarge
    ? `Resized from ${formatBytes(file.size)} to ${formatBytes(smaller.size)} to fit the carrier's limit`
    : "Changed to a JPEG for the carrier";
  return ready(smaller, `${name.replace(/\.\w+$/, "")}.jpg`, notice);
}

async function ready(file: Blob, name: string, notice: string | undefined): Promise<Prepared> {
  const value = await base64Of(file);
  return {
    isReady: true,
    attachment: {
      id: crypto.randomUUID(),
      name,
      type: file.type,
      size: file.size,
      value,
      preview: file,
      notice,
    },
  };
}

function isTaken(type: string, taken: readonly string[]): boolean {
  const family = `${type.split("/")[0]}/*`;
  return taken.some((each) => each === type || each === family || each === "*/*");
}
