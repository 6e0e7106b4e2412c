import { WRONG_IMAGE_TYPE } from "@offhook/contract";
import sharp from "sharp";
import { DomainError } from "../../../platform/domain-error.ts";
import { sniffType } from "../../../platform/files/object-store-types.ts";

const ACCEPTED_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);
const SIDE_PX = 512;
// A small file can claim a picture that fills all memory once it is unpacked.
const MAX_PIXELS = 60_000_000;
const JPEG_QUALITY = 86;

const wrongImageType = (cause?: unknown): DomainError =>
  new DomainError("invalid", "settings.wrongImageType", WRONG_IMAGE_TYPE, { cause });

/** The bytes behind base64 text, with or without a `data:` prefix. */
export function bytesOf(image: string): Buffer {
  return Buffer.from(image.replace(/^data:[^,]*,/, ""), "base64");
}

/**
 * Paints the picture anew, square and small. Nothing of the uploaded file is kept: no place where it was taken, no
 * second file hidden in the first, no animation.
 */
export async function toPhoto(bytes: Buffer): Promise<Buffer> {
  if (!ACCEPTED_TYPES.has(sniffType(bytes))) throw wrongImageType();
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { hasAlpha } = await image.metadata();
    const square = image.autoOrient().resize(SIDE_PX, SIDE_PX, { fit: "cover", position: "attention" });
    return await (hasAlpha ? square.png() : square.jpeg({ quality: JPEG_QUALITY })).toBuffer();
  } catch (error) {
    // It begins like an image and is none.
    throw wrongImageType(error);
  }
}
