import type { Right, SearchCategory } from "@offhook/contract";

/** Whoever does not have the feature finds nothing in the category. Colleagues and tasks everybody has. */
export const FEATURE_OF: Readonly<Record<SearchCategory, Right | undefined>> = {
  contacts: undefined,
  smsm: "messaging",
  smsc: "messaging",
  cdrs: "calls",
  fax: "fax",
  vox: "voicemail",
  teams: "teamChat",
  tasks: undefined,
};

/** What begins the scopes of a category's documents. */
export const SCOPE_OF: Readonly<Partial<Record<SearchCategory, string>>> = {
  smsm: "sms:",
  smsc: "sms:",
  cdrs: "phone:",
  vox: "vox:",
  fax: "fax:",
};

/** What `in:` calls categories. */
export const CATEGORIES_IN: Readonly<Record<string, readonly SearchCategory[]>> = {
  messages: ["smsm", "smsc"],
  texts: ["smsm", "smsc"],
  calls: ["cdrs"],
  voicemail: ["vox"],
  voicemails: ["vox"],
  fax: ["fax"],
  faxes: ["fax"],
  chat: ["teams"],
  chats: ["teams"],
  contacts: ["contacts"],
  people: ["contacts"],
  tasks: ["tasks"],
};
