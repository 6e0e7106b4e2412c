import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { REQUEST_ERROR } from "@offhook/contract";
import { DomainError } from "../domain-error.ts";

/** What is known of a stored file without reading it. Its name belongs to whoever stored it. */
export interface StoredObject {
  readonly key: string;
  /** Told by its content, never by its name or by what an uploader claimed. */
  readonly type: string;
  readonly size: number;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ObjectContent extends StoredObject {
  /** Must be read to its end or destroyed. */
  readonly stream: Readable;
}

export interface PutOptions {
  readonly maxBytes: number;
}

/** Recordings, voicemail, fax, attachments, photos: private, never changed once stored. */
export interface ObjectStore {
  /** Resolves when the content would survive a power cut. Throws `fileTooLarge` and keeps nothing beyond `maxBytes`. */
  put(content: Readable | Uint8Array, options: PutOptions): Promise<StoredObject>;
  head(key: string): Promise<StoredObject | undefined>;
  /** `size` is that of the whole object, also when only a range of it is streamed. */
  get(key: string, range?: ByteRange): Promise<ObjectContent | undefined>;
  /** Deleting what is not there is no error, so it can be repeated. */
  delete(key: string): Promise<void>;
}

const OBJECT_KEY = /^[0-9a-f]{32}$/;

/** Not to be guessed; lower case only, because some file systems do not tell cases apart. */
export function newObjectKey(): string {
  return randomBytes(16).toString("hex");
}

export function isObjectKey(text: string): boolean {
  return OBJECT_KEY.test(text);
}

export function fileTooLarge(maxBytes: number): DomainError {
  return new DomainError("tooLarge", REQUEST_ERROR.tooLarge, `The file is larger than ${maxBytes} bytes`);
}
