import type { Contact, ContactType, Person } from "@offhook/contract";
import { folded, foldedWords } from "@offhook/search";
import { type PhoneEntry, phoneEntriesOf } from "@offhook/telephony";

/** Somebody in the list, with what sorting and searching need worked out once. */
export interface BookEntry {
  readonly id: string;
  readonly type: ContactType;
  readonly name: string;
  readonly subtitle: string;
  readonly photo: string | null;
  readonly tags: readonly string[];
  /** Of a colleague: presence and status are looked up live. */
  readonly userId: number | undefined;
  /** The heading it stands under: a letter, or `#`. */
  readonly letter: string;
  readonly sortKey: string;
  /** The name, folded: what is found in it stands before what is found elsewhere. */
  readonly nameWords: string;
  /** Name, organization, addresses, tags, notes and extension, folded. */
  readonly words: string;
  /** All digits of all numbers, apart from each other. */
  readonly digits: string;
  /** Nothing sensible is known of it: it stands last and says so. */
  readonly isUnreadable?: true;
}

const NO_NAME = "No name";
const NO_TAGS: readonly string[] = [];
const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

export function contactEntry(contact: Contact): BookEntry {
  return readEntry(contact, entryOfContact);
}

export function personEntry(person: Person): BookEntry {
  return readEntry(person, entryOfPerson);
}

/** One entry that makes no sense must not cost the others: it is kept, and its row says so. */
function readEntry<Known extends { readonly id: string }>(
  known: Known,
  read: (known: Known) => BookEntry,
): BookEntry {
  try {
    return read(known);
  } catch {
    const id = typeof known.id === "string" ? known.id : "";
    return { ...UNREADABLE_ENTRY, id };
  }
}

const UNREADABLE_ENTRY: BookEntry = {
  id: "",
  type: "personal",
  name: "",
  subtitle: "",
  photo: null,
  tags: NO_TAGS,
  userId: undefined,
  letter: "#",
  sortKey: "",
  nameWords: "",
  words: "",
  digits: "",
  isUnreadable: true,
};

function entryOfContact(contact: Contact): BookEntry {
  const numbers = phoneEntriesOf(contact);
  const name =
    contact.name || contact.organization || numbers[0]?.formattedValue || contact.emails || NO_NAME;
  return {
    id: contact.id,
    type: contact.type,
    name,
    subtitle: [contact.title, contact.name === "" ? "" : contact.organization].filter(Boolean).join(" · "),
    photo: contact.photo,
    tags: contact.tags === "" ? NO_TAGS : contact.tags.split(","),
    userId: undefined,
    ...keysOf(
      name,
      [contact.organization, contact.title, contact.emails, contact.tags, contact.notes],
      numbers,
    ),
  };
}

function entryOfPerson(person: Person): BookEntry {
  const numbers = phoneEntriesOf({ mobile: person.mobile });
  const name = person.name || person.emails || NO_NAME;
  return {
    id: person.id,
    type: "corporate",
    name,
    subtitle: [person.title, person.extension === null ? "" : `Ext. ${person.extension}`]
      .filter(Boolean)
      .join(" · "),
    photo: person.photo,
    tags: NO_TAGS,
    userId: person.user_id,
    ...keysOf(name, [person.nickname, person.title, person.emails], numbers, person.extension ?? ""),
  };
}

function keysOf(
  name: string,
  texts: readonly string[],
  numbers: readonly PhoneEntry[],
  extension = "",
): Pick<BookEntry, "letter" | "sortKey" | "nameWords" | "words" | "digits"> {
  return {
    letter: letterOf(name),
    sortKey: foldedWords(name).join(" "),
    nameWords: folded(name),
    // Lines, so that no words of two fields stand side by side.
    words: [name, ...texts, extension].map(folded).filter(Boolean).join("\n"),
    digits: [...numbers.map(({ searchValue }) => searchValue), extension].filter(Boolean).join(" "),
  };
}

/** The first letter in its own script; `#` for names that begin with something else. */
function letterOf(name: string): string {
  const [first = ""] = foldedWords(name.trim()).join("");
  return /\p{L}/u.test(first) ? first.toUpperCase() : "#";
}

/** By name; what begins with no letter comes last, and equal names keep one order. */
export function compareEntries(one: BookEntry, other: BookEntry): number {
  if ((one.letter === "#") !== (other.letter === "#")) return one.letter === "#" ? 1 : -1;
  return collator.compare(one.sortKey, other.sortKey) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** Two lists that are each in order, as one. The second is the shorter: comparing names is what takes long. */
export function mergeEntries(some: readonly BookEntry[], others: readonly BookEntry[]): BookEntry[] {
  const parts: (readonly BookEntry[])[] = [];
  let from = 0;
  for (const other of others) {
    const place = placeOf(some, other, from);
    parts.push(some.slice(from, place), [other]);
    from = place;
  }
  return [...parts, some.slice(from)].flat();
}

/** How many of a list in order come before this entry; so many surely do. */
function placeOf(entries: readonly BookEntry[], entry: BookEntry, surely: number): number {
  let [low, high] = [surely, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const seen = entries[middle];
    if (seen && compareEntries(seen, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
