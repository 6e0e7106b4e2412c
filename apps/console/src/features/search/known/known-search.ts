import type { CallRecord, SearchCategory, SmsConversation, Task } from "@offhook/contract";
import { type Fit, fitOf, folded, numberSearch, searchTerms, typedSearch } from "@offhook/search";
import { paths } from "../../../platform/navigation/paths.ts";
import { type BookEntry, bestOfBook } from "../../contacts/index.ts";
import { callItem, conversationItem, type FoundItem, taskItem } from "../found/found-item.ts";

/** What the device knows without asking. */
export interface KnownThings {
  readonly userId: number;
  readonly entries: readonly BookEntry[];
  /** Newest first, as the calls. */
  readonly conversations: readonly SmsConversation[];
  readonly calls: readonly CallRecord[];
  readonly chats: readonly { readonly id: string; readonly name: string }[];
  readonly tasks: readonly Task[];
  readonly nameOf: (number: string) => string | undefined;
}

export interface KnownSection {
  readonly category: SearchCategory;
  readonly items: readonly FoundItem[];
}

/** Pure. What of this fits, at most so many of a kind; empty ones are left out. What operators ask only the service knows. */
export function searchKnown(typed: string, known: KnownThings, most: number): readonly KnownSection[] {
  const { text, operators } = typedSearch(typed);
  if (text === "" || operators.length > 0) return [];
  const fits = matcherOf(text);
  const sections: readonly KnownSection[] = [
    { category: "contacts", items: knownContacts(text, known, most) },
    {
      category: "smsc",
      items: best(known.conversations, most, ({ id, subtitle }) =>
        fits([known.nameOf(id) ?? "", subtitle], [id]),
      ).map(conversationItem),
    },
    {
      category: "cdrs",
      items: best(known.calls, most, ({ number, name }) =>
        fits([known.nameOf(number) ?? name], [number]),
      ).map((call) => callItem(call, known.userId)),
    },
    { category: "teams", items: best(known.chats, most, ({ name }) => fits([name], [])).map(chatItem) },
    {
      category: "tasks",
      items: best(known.tasks, most, ({ note }) => fits([note], [])).map((task) =>
        taskItem(task, known.userId),
      ),
    },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

function knownContacts(text: string, { entries }: KnownThings, most: number): readonly FoundItem[] {
  return bestOfBook(entries, text, most).map(
    ({ entry: { id, name, photo, subtitle }, isGuess }): FoundItem => ({
      key: `contacts ${id}`,
      category: "contacts",
      who: { kind: "contact", id, name, photo },
      where: { kind: "text", text: subtitle },
      at: undefined,
      text: "",
      to: paths.contact(id),
      isGuess,
    }),
  );
}

function chatItem({ id, name }: KnownThings["chats"][number]): FoundItem {
  return {
    key: `chat ${id}`,
    category: "teams",
    who: { kind: "chat", name },
    where: { kind: "text", text: "Chat" },
    at: undefined,
    text: "",
    to: paths.chat(id),
    isGuess: false,
  };
}

function matcherOf(typed: string): (texts: readonly string[], numbers: readonly string[]) => Fit | undefined {
  const terms = searchTerms(typed);
  const number = numberSearch(typed);
  return (texts, numbers) => {
    const words = texts.map(folded).join("\n");
    const digits = numbers.map((each) => each.replace(/\D/g, "")).join(" ");
    if (number?.digits.some((each) => digits.includes(each)) && fitOf(number.rest, words)) return "begins";
    return terms.length === 0 ? undefined : fitOf(terms, words);
  };
}

/** Those in which each term begins a word come first; otherwise their order stays. */
function best<Thing>(
  things: readonly Thing[],
  most: number,
  howWell: (thing: Thing) => Fit | undefined,
): readonly Thing[] {
  const begins: Thing[] = [];
  const holds: Thing[] = [];
  for (const thing of things) {
    const how = howWell(thing);
    if (how === "begins") begins.push(thing);
    else if (how === "holds" && holds.length < most) holds.push(thing);
    if (begins.length === most) break;
  }
  return [...begins, ...holds].slice(0, most);
}
