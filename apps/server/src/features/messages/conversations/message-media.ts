import type { SmsMedia } from "@offhook/contract";

/** A file of a text, as it is kept. */
export interface StoredMedia {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export function mediaView(
  { key, name, type, size }: StoredMedia,
  fileUrl: (key: string, name?: string) => string,
): SmsMedia {
  return { name, value: fileUrl(key, name), type, size };
}
