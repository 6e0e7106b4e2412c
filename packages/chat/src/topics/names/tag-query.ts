import { isStorable } from "@offhook/kernel";
import type { TagQuery } from "../../ports/chat-store.ts";

const MAX_TERMS = 32;

/**
 * What a client looks for in `fnd`: tags joined by a space are all needed, of those joined by a comma one will do, and
 * quotes keep what is between them together. Undefined for a query that says nothing or does not end its quote.
 */
export function parseTagQuery(text: string): TagQuery | undefined {
  // What cannot be stored stands in no tag, and a database would refuse to look for it.
  if (!isStorable(text)) return undefined;
  const tokens = [...text.toLowerCase().matchAll(/"([^"]*)"|([^\s,"]+)|(,)|(")/g)];
  const groups: string[][] = [];
  let isJoined = false;
  for (const [, quoted, plain, comma, stray] of tokens) {
    if (stray) return undefined;
    if (comma) {
      isJoined = true;
      continue;
    }
    const tag = (quoted ?? plain ?? "").trim();
    if (tag === "") continue;
    const last = groups.at(-1);
    if (isJoined && last) last.push(tag);
    else groups.push([tag]);
    isJoined = false;
  }
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  return count > 0 && count <= MAX_TERMS ? groups : undefined;
}

const MAIL_ADDRESS = /^[^\s:@]+@[^\s:@]+$/;
const PHONE_NUMBER = /^\+?[\d().-]{7,}$/;

/** A user who types a plain address or number means the person who confirmed it. */
export function withCredentialTags(query: TagQuery): TagQuery {
  return query.map((group) => group.flatMap((tag) => [tag, ...credentialTags(tag)]));
}

function credentialTags(tag: string): string[] {
  if (MAIL_ADDRESS.test(tag)) return [`email:${tag}`];
  return PHONE_NUMBER.test(tag) ? [`tel:+${tag.replace(/\D/g, "")}`] : [];
}
