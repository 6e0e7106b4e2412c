import { ERROR_TEXTS, MAX_PHOTO_BYTES, WRONG_IMAGE_TYPE } from "@offhook/contract";

const TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);
export const PHOTO_TYPES = [...TYPES].join(",");

/** How files of these types begin. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38, 0x37, 0x61],
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
];
const LONGEST_SIGNATURE = 8;

/**
 * Why a file cannot be the photo; undefined when it can. The name of a file decides the type the browser claims, so
 * the first bytes are asked as well.
 */
export async function photoProblem(file: Blob): Promise<string | undefined> {
  if (!TYPES.has(file.type)) return WRONG_IMAGE_TYPE;
  const start = new Uint8Array(await file.slice(0, LONGEST_SIGNATURE).arrayBuffer());
  const isImage = SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte));
  if (!isImage) return WRONG_IMAGE_TYPE;
  return file.size > MAX_PHOTO_BYTES ? ERROR_TEXTS.fileTooLarge : undefined;
}

/** The file as the service takes it. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
