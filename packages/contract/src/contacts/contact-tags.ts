export const MAX_CONTACT_TAGS = 20;
export const MAX_TAG_LENGTH = 40;

/** What compares tags: `VIP` and `vip` are one. */
const tagKey = (tag: string): string => tag.toLowerCase();

/** The tags of a list that commas or semicolons separate, each once, as it was first written. */
export function tagsOf(list: string): string[] {
  const tags = new Map<string, string>();
  for (const part of list.split(/[,;]/)) {
    const tag = part.replace(/\s+/g, " ").trim();
    if (tag !== "" && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag);
  }
  return [...tags.values()];
}
