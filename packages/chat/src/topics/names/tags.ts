import { isStorable } from "@offhook/kernel";
import type { ChatLimits } from "../../hub/chat-world.ts";
import { permissionDenied, policyViolation } from "../../wire/refusal.ts";

/** Prefixes the service itself hands out: they say who an account is. */
const OWN_PREFIXES = ["basic:", "acct:", "org:", "email:", "tel:"];

export function isOwnTag(tag: string): boolean {
  return OWN_PREFIXES.some((prefix) => tag.startsWith(prefix));
}

/** How many came and went, as the answer to a change says it. */
export function tagCounts(
  before: readonly string[],
  after: readonly string[],
): { readonly added?: number; readonly removed?: number } {
  const added = after.filter((tag) => !before.includes(tag)).length;
  const removed = before.filter((tag) => !after.includes(tag)).length;
  return { ...(added > 0 ? { added } : {}), ...(removed > 0 ? { removed } : {}) };
}

/** Lower case, each once, of a length that can be searched for. What is too short or too long is left out. */
export function normalTags(limits: ChatLimits, tags: readonly string[]): string[] {
  const normal = tags.map((tag) => tag.trim().toLowerCase());
  return [...new Set(normal)].filter((tag) => {
    return (
      tag.length >= limits.minTagLength &&
      tag.length <= limits.maxTagLength &&
      !/[\s,"]/.test(tag) &&
      isStorable(tag)
    );
  });
}

export function checkedTags(limits: ChatLimits, tags: readonly string[]): string[] {
  const normal = normalTags(limits, tags);
  if (normal.some(isOwnTag)) throw permissionDenied();
  if (normal.length > limits.maxTagCount) throw policyViolation();
  return normal;
}

/** New tags of a user. Those the service gave stay, and users cannot give themselves such tags. */
export function changedUserTags(
  limits: ChatLimits,
  before: readonly string[],
  asked: readonly string[],
): string[] {
  const own = before.filter(isOwnTag);
  const normal = normalTags(limits, asked);
  if (normal.some((tag) => isOwnTag(tag) && !own.includes(tag))) throw permissionDenied();
  if (normal.some(isOwnTag) && own.some((tag) => !normal.includes(tag))) throw permissionDenied();
  const free = normal.filter((tag) => !isOwnTag(tag));
  if (free.length > limits.maxTagCount) throw policyViolation();
  return [...own, ...free];
}
