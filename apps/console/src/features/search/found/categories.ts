import type { EnabledFeatures, SearchCategory } from "@offhook/contract";
import type { Section } from "@offhook/ui";

interface CategoryView {
  /** Of several. */
  readonly title: string;
  readonly feature: keyof EnabledFeatures | undefined;
  readonly color: Section;
  /** What `in:` calls it; conversations and what stands in them are one to users. */
  readonly word: string;
}

/** In the order in which they are shown. */
export const CATEGORY_VIEWS: Readonly<Record<SearchCategory, CategoryView>> = {
  contacts: { title: "Contacts", feature: undefined, color: "contacts", word: "contacts" },
  smsm: { title: "Texts", feature: "messaging", color: "sms", word: "messages" },
  smsc: { title: "Conversations", feature: "messaging", color: "sms", word: "messages" },
  cdrs: { title: "Calls", feature: "calls", color: "calls", word: "calls" },
  vox: { title: "Voicemails", feature: "voicemail", color: "voicemail", word: "voicemail" },
  fax: { title: "Faxes", feature: "fax", color: "fax", word: "fax" },
  teams: { title: "Chat", feature: "teamChat", color: "teams", word: "chat" },
  tasks: { title: "Tasks", feature: undefined, color: "tasks", word: "tasks" },
};
const SHOWN_ORDER = Object.keys(CATEGORY_VIEWS) as readonly SearchCategory[];

/** Pure. What this user can find things in. */
export function ownCategories(features: EnabledFeatures): readonly SearchCategory[] {
  return SHOWN_ORDER.filter((category) => {
    const { feature } = CATEGORY_VIEWS[category];
    return feature === undefined || features[feature];
  });
}

/** Pure. "7", or "50+" where they are not counted any further. */
export function countText(total: number, counted: number): string {
  return total > counted ? `${counted}+` : String(total);
}
