import type { CallRecord, Contact, SearchCategory, SearchResult, TaskSourceType } from "@offhook/contract";
import { numberSearch } from "@offhook/search";
import { formatPhone, phoneEntriesOf } from "@offhook/telephony";
import { type Path, paths } from "../../../platform/navigation/paths.ts";
import { outcomeText } from "../../calls/index.ts";
import { otherNumber } from "../../faxes/index.ts";
import { assigneeWords } from "../../tasks/index.ts";

/** Whom a result is about. A number or a chat user is called by the name that the console knows for it. */
export type FoundWho =
  | { readonly kind: "contact"; readonly id: string; readonly name: string; readonly photo: string | null }
  | { readonly kind: "number"; readonly number: string; readonly name: string }
  | { readonly kind: "chatUser"; readonly user: string }
  | { readonly kind: "chat"; readonly name: string }
  | { readonly kind: "task"; readonly title: string; readonly source: TaskSourceType };

/** Where it was found. */
export type FoundWhere =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "smsLine"; readonly line: string }
  | { readonly kind: "chat"; readonly topic: string };

/** One result, of whatever kind: who, where, when, the words around the hit, and the place that opens. */
export interface FoundItem {
  /** The same for what the device and the service found. */
  readonly key: string;
  readonly category: SearchCategory;
  readonly who: FoundWho;
  readonly where: FoundWhere;
  /** Unix time in milliseconds; undefined for people. */
  readonly at: number | undefined;
  readonly text: string;
  readonly to: Path;
  readonly isGuess: boolean;
}

type Found<Key extends keyof SearchResult> = SearchResult[Key] extends readonly (infer Row)[] ? Row : never;

const place = (text: string): FoundWhere => ({ kind: "text", text });

/** Pure. What the service found, as rows. `words` are what was searched for, to be marked where it opens. */
export function foundItems(
  found: SearchResult,
  words: string,
  userId: number,
): Readonly<Record<SearchCategory, readonly FoundItem[]>> {
  return {
    contacts: readable(found.contacts, (contact) => contactItem(contact, words)),
    smsm: readable(found.smsMessages, (text) => textItem(text, words)),
    smsc: readable(found.smsConversations, conversationItem),
    cdrs: readable(found.cdrs, (call) => callItem(call, userId, call.excerpt)),
    vox: readable(found.voicemails, (voicemail) => voicemailItem(voicemail, words)),
    fax: readable(found.fax, faxItem),
    teams: readable(found.teams, (message) => chatItem(message, words)),
    tasks: readable(found.tasks, (task) => taskItem(task, userId)),
  };
}

/** One that makes no sense must not cost the others: what cannot be read cannot be opened either, and is left out. */
function readable<Row>(rows: readonly Row[], read: (row: Row) => FoundItem): readonly FoundItem[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch {
      return [];
    }
  });
}

function contactItem(contact: Found<"contacts">, words: string): FoundItem {
  const { id, name, organization, title, photo, numbers, emails, excerpt, is_guess } = contact;
  const digits = numberSearch(words)?.digits ?? [];
  const isHit = ({ number }: { readonly number: string }): boolean =>
    digits.some((each) => number.replace(/\D/g, "").includes(each));
  const first = numbers.find(isHit) ?? numbers[0];
  const number = first ? formatPhone(first.number) : "";
  return {
    key: `contacts ${id}`,
    category: "contacts",
    who: { kind: "contact", id, name: name || organization || number || emails, photo },
    where: place(
      [title, name === "" || organization === name ? "" : organization].filter(Boolean).join(" · "),
    ),
    at: undefined,
    text: excerpt || [number, emails].filter(Boolean).join(" · "),
    to: paths.contact(id),
    isGuess: is_guess,
  };
}

function textItem(found: Found<"smsMessages">, words: string): FoundItem {
  const { id, conversation, smsLine, text, files, time } = found;
  return {
    key: `smsm ${id}`,
    category: "smsm",
    who: { kind: "number", number: conversation, name: "" },
    where: { kind: "smsLine", line: smsLine },
    at: time,
    text: [text, ...files].filter(Boolean).join(" · "),
    to: paths.foundMessage(found, words),
    isGuess: false,
  };
}

export function conversationItem({
  lid,
  id,
  smsLine,
  subtitle,
  time,
}: Pick<Found<"smsConversations">, "lid" | "id" | "smsLine" | "subtitle" | "time">): FoundItem {
  return {
    key: `smsc ${lid}`,
    category: "smsc",
    who: { kind: "number", number: id, name: "" },
    where: { kind: "smsLine", line: smsLine },
    at: time,
    text: subtitle,
    to: paths.conversation(smsLine, id),
    isGuess: false,
  };
}

export function callItem(call: CallRecord, userId: number, note = ""): FoundItem {
  const { id, number, name, queue, time_ms } = call;
  return {
    key: `cdrs ${id}`,
    category: "cdrs",
    who: { kind: "number", number, name },
    where: place([outcomeText(call, userId), queue ?? ""].filter(Boolean).join(" · ")),
    at: time_ms,
    text: note,
    to: paths.call(id),
    isGuess: false,
  };
}

function voicemailItem(voicemail: Found<"voicemails">, words: string): FoundItem {
  const { id, name, callerId, callername, time_ms, transcription, excerpt, found_at } = voicemail;
  return {
    key: `vox ${id}`,
    category: "vox",
    who: { kind: "number", number: callerId, name: callername },
    where: place(name),
    at: time_ms,
    text: excerpt || transcription,
    to: paths.foundVoicemail(voicemail, words, found_at),
    isGuess: false,
  };
}

function faxItem(fax: Found<"fax">): FoundItem {
  const { id, dir, name, callername, subject, excerpt, found_page, time_ms } = fax;
  return {
    key: `fax ${id}`,
    category: "fax",
    // What the network says of a sender is said of ourselves where we have sent.
    who: { kind: "number", number: otherNumber(fax), name: dir === "SENT" ? "" : callername },
    where: place(found_page === null ? name : `${name} · page ${found_page}`),
    at: time_ms,
    text: excerpt || subject,
    to: paths.foundFax(fax, found_page),
    isGuess: false,
  };
}

function chatItem({ topic, seq, from, ts, text, reply, files }: Found<"teams">, words: string): FoundItem {
  const at = reply === null ? { seq: `${seq}` } : { seq: `${reply}`, reply: `${seq}` };
  return {
    key: `teams ${topic} ${seq}`,
    category: "teams",
    who: { kind: "chatUser", user: from },
    where: { kind: "chat", topic },
    at: Date.parse(ts),
    text: [text, ...files].filter(Boolean).join(" · "),
    to: paths.foundInChat(topic, { search: words, ...at }),
    isGuess: false,
  };
}

type KnownTask = Omit<Found<"tasks">, "excerpt" | "to">;

export function taskItem(task: KnownTask & { readonly excerpt?: string }, userId: number): FoundItem {
  const { id, note, source, status, created_on, excerpt = "" } = task;
  return {
    key: `tasks ${id}`,
    category: "tasks",
    who: { kind: "task", title: note || excerpt, source },
    where: place(status === "done" ? "Done" : assigneeWords(task, userId)),
    at: created_on * 1000,
    text: note === "" || excerpt === note ? "" : excerpt,
    to: paths.task(id),
    isGuess: false,
  };
}

const PROVIDERS = { google: "Google", microsoft: "Microsoft" } as const;

/** Somebody whom only the user's account with a provider knows. */
export function externalItem(provider: keyof typeof PROVIDERS, contact: Contact): FoundItem {
  const { id, name, organization, emails, photo } = contact;
  const number = phoneEntriesOf(contact)[0]?.formattedValue ?? "";
  return {
    key: `contacts ${id}`,
    category: "contacts",
    who: { kind: "contact", id, name: name || organization || number || emails, photo },
    where: place(PROVIDERS[provider]),
    at: undefined,
    text: [number, emails].filter(Boolean).join(" · "),
    to: paths.contact(id),
    isGuess: false,
  };
}
