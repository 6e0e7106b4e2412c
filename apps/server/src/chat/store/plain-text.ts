import { storableText } from "@offhook/kernel";

/** What a message says, without its markup: of plain text all of it, of a Drafty document its text. */
export function plainTextOf(content: unknown): string {
  const text = typeof content === "string" ? content : draftyText(content);
  return storableText(text, MAX_SEARCHED);
}

const MAX_NAMES = 2_000;

/** The names of the files in a message, as Drafty has them. */
export function fileNamesOf(content: unknown): string {
  if (typeof content !== "object" || content === null) return "";
  const { ent } = content as { readonly ent?: unknown };
  if (!Array.isArray(ent)) return "";
  const names = ent.flatMap((entity: { readonly data?: { readonly name?: unknown } } | null) => {
    const name = entity?.data?.name;
    return typeof name === "string" && name !== "" ? [name] : [];
  });
  return storableText(names.join(" "), MAX_NAMES);
}

const MAX_SEARCHED = 20_000;

function draftyText(content: unknown): string {
  if (typeof content !== "object" || content === null) return "";
  const { txt } = content as { readonly txt?: unknown };
  return typeof txt === "string" ? txt : "";
}
