import { storableText } from "@offhook/kernel";

/** A value of the wire as a json column takes it. Undefined is stored as SQL null; json null cannot be told from it. */
export function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export function fromJson(value: unknown): unknown {
  return value ?? undefined;
}

export function millis(at: Date): number {
  return at.getTime();
}

export function millisOrUndefined(at: Date | null): number | undefined {
  return at?.getTime();
}

/** What a message says, without its markup: of plain text all of it, of a Drafty document its text. */
export function plainTextOf(content: unknown): string {
  const text = typeof content === "string" ? content : draftyText(content);
  return storableText(text, MAX_SEARCHED);
}

const MAX_SEARCHED = 20_000;

function draftyText(content: unknown): string {
  if (typeof content !== "object" || content === null) return "";
  const { txt } = content as { readonly txt?: unknown };
  return typeof txt === "string" ? txt : "";
}
