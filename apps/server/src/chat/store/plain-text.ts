import { storableText } from "@offhook/kernel";

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
