import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import type { SmsMedia, SmsMessage } from "@offhook/contract";
import { PdfFlow } from "@offhook/fax-pages/pdf-flow";
import sharp from "sharp";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import {
  authorOf,
  createRecordTimes,
  outcomeOf,
  type RecordHead,
  type RecordTimes,
  sizeOf,
} from "./conversation-record.ts";

const INDENT = 12;
const IMAGE_PIXELS = 900;
const MAX_INPUT_PIXELS = 60_000_000;
const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/;
/** So much is written at once before others get their turn. */
const MESSAGES_PER_TURN = 20;

/** The conversation as a PDF, with its pictures in place. `note` says what it leaves out. */
export async function writeConversationPdf(
  head: RecordHead,
  pages: AsyncIterable<readonly SmsMessage[]>,
  { objects, note }: { readonly objects: Pick<ObjectStore, "get">; readonly note: string },
): Promise<Uint8Array> {
  const times = createRecordTimes(head.timezone);
  const flow = await PdfFlow.create(head.title);
  flow.text(head.title, { size: 15, weight: "bold" });
  const saved = `Saved by ${head.savedBy} on ${times.dayOf(head.savedAt)}, ${times.timeOf(head.savedAt)} (${head.timezone})`;
  flow.text(saved, { size: 9, isGray: true, spaceBefore: 2 });
  if (note !== "") flow.text(note, { size: 9, isGray: true });
  flow.rule();
  let [day, written] = ["", 0];
  for await (const page of pages)
    for (const message of page) {
      const today = times.dayOf(message.time);
      if (today !== day) flow.text(today, { size: 11, weight: "bold", spaceBefore: 14, keepWith: 40 });
      day = today;
      await writeMessage(flow, message, times, objects);
      written += 1;
      if (written % MESSAGES_PER_TURN === 0) await turn();
    }
  return flow.finish(head.title);
}

async function writeMessage(
  flow: PdfFlow,
  message: SmsMessage,
  times: RecordTimes,
  objects: Pick<ObjectStore, "get">,
): Promise<void> {
  const kind = message.kind === "comment" ? " · internal comment" : "";
  const outcome = outcomeOf(message);
  flow.text(`${times.timeOf(message.time)}  ${authorOf(message)}${kind}${outcome && ` · ${outcome}`}`, {
    size: 8.5,
    isGray: true,
    spaceBefore: 8,
    keepWith: 14,
  });
  if (message.text !== "") flow.text(message.text, { size: 10.5, indent: INDENT });
  for (const file of message.media) await writeFile(flow, file, objects);
}

async function writeFile(flow: PdfFlow, file: SmsMedia, objects: Pick<ObjectStore, "get">): Promise<void> {
  const picture = PICTURES.test(file.type) ? await pictureOf(file, objects) : undefined;
  if (picture) await flow.image(picture, INDENT);
  const name = `${file.name || "File"} (${file.type}, ${sizeOf(file.size)})`;
  flow.text(name, { size: 8, isGray: true, indent: INDENT });
}

/** Undefined for one that cannot be read: its name must do. */
async function pictureOf(file: SmsMedia, objects: Pick<ObjectStore, "get">): Promise<Buffer | undefined> {
  const stored = await objects.get(file.value);
  if (!stored) return undefined;
  const bytes = await buffer(stored.stream);
  return sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize(IMAGE_PIXELS, IMAGE_PIXELS, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined);
}
