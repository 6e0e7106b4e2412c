/** A person as a file of contacts describes them. Numbers, addresses and tags are comma-separated lists. */
export interface FileContact {
  readonly fname: string;
  readonly lname: string;
  readonly mobile: string;
  readonly work: string;
  readonly home: string;
  readonly fax: string;
  readonly conference: string;
  readonly other: string;
  readonly emails: string;
  readonly organization: string;
  readonly title: string;
  readonly notes: string;
  readonly tags: string;
  /** The picture's bytes as base64. */
  readonly photo?: string | undefined;
}

export type NumberField = "mobile" | "work" | "home" | "fax" | "conference" | "other";
export const NUMBER_FIELDS = [
  "mobile",
  "work",
  "home",
  "fax",
  "conference",
  "other",
] as const satisfies readonly NumberField[];

export interface FileRow {
  /** From 1: the cards of a vCard file, the lines of a CSV file below its heading. */
  readonly row: number;
  readonly contact: FileContact | undefined;
  /** Why there is no contact. */
  readonly error: string | undefined;
}

export const EMPTY_CONTACT: FileContact = {
  fname: "",
  lname: "",
  mobile: "",
  work: "",
  home: "",
  fax: "",
  conference: "",
  other: "",
  emails: "",
  organization: "",
  title: "",
  notes: "",
  tags: "",
};

const LIMITS: Readonly<Record<Exclude<keyof FileContact, "photo">, number>> = {
  fname: 200,
  lname: 200,
  mobile: 400,
  work: 400,
  home: 400,
  fax: 400,
  conference: 400,
  other: 400,
  emails: 1_000,
  organization: 200,
  title: 200,
  notes: 5_000,
  tags: 2_000,
};
const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;
/** Fields by which nobody could be found or reached. */
const BESIDES: ReadonlySet<string> = new Set(["notes", "photo", "title", "tags"]);

/** Longer than any field may be: what is cut off a text is refused as too long afterwards. */
export const MAX_TEXT = 20_000;

/** The row, or what is wrong with it. */
export function rowOf(row: number, contact: FileContact): FileRow {
  const isEmpty = Object.entries(contact).every(
    ([field, value]) => value === "" || value === undefined || BESIDES.has(field),
  );
  if (isEmpty)
    return { row, contact: undefined, error: "There is neither a name nor a number nor an address" };
  for (const [field, limit] of Object.entries(LIMITS)) {
    if ((contact[field as keyof FileContact] ?? "").length > limit)
      return { row, contact: undefined, error: `The field "${field}" is longer than ${limit} characters` };
  }
  const tags = contact.tags.split(",");
  if (tags.length > MAX_TAGS)
    return { row, contact: undefined, error: `There are more than ${MAX_TAGS} tags` };
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH))
    return { row, contact: undefined, error: `A tag is longer than ${MAX_TAG_LENGTH} characters` };
  return { row, contact, error: undefined };
}

/** Collects what is said of somebody, piece by piece. */
export class ContactCollector {
  readonly #fields: Record<Exclude<keyof FileContact, "photo">, string> = { ...EMPTY_CONTACT };
  #photo: string | undefined;

  /** The first that says something counts. */
  set(field: "fname" | "lname" | "organization" | "title", value: string): void {
    this.#fields[field] ||= clean(value);
  }

  addNumber(field: NumberField, number: string): void {
    this.#add(field, number);
  }

  addEmail(email: string): void {
    const address = clean(email)
      .replace(/^mailto:/i, "")
      .replace(/[\s,;]+/g, "");
    this.#add("emails", address);
  }

  /** Programs put everybody into a group of their own, which says nothing of anybody. */
  addTag(text: string): void {
    if (this.#fields.tags.length > LIMITS.tags) return;
    const tag = clean(text.replace(/[,;]/g, " ")).replace(/^\* /, "");
    const known = this.#fields.tags.toLowerCase().split(",");
    if (/^(?:mycontacts|my contacts)$/i.test(tag) || known.includes(tag.toLowerCase())) return;
    this.#add("tags", tag);
  }

  addNote(note: string): void {
    const known = this.#fields.notes;
    if (known.length > LIMITS.notes) return;
    const text = cleanLines(note);
    this.#fields.notes = [known, text].filter((each) => each !== "").join("\n");
  }

  set photo(base64: string) {
    this.#photo ??= base64;
  }

  get hasName(): boolean {
    return this.#fields.fname !== "" || this.#fields.lname !== "";
  }

  finish(): FileContact {
    return this.#photo === undefined ? { ...this.#fields } : { ...this.#fields, photo: this.#photo };
  }

  /** A field that is too long already is refused as such: adding more would only take time. */
  #add(field: NumberField | "emails" | "tags", value: string): void {
    if (this.#fields[field].length > LIMITS[field]) return;
    const items = this.#fields[field] === "" ? [] : this.#fields[field].split(",");
    if (value !== "" && !items.includes(value)) this.#fields[field] = [...items, value].join(",");
  }
}

// Neither can be stored, and both come from broken programs.
const UNSTORABLE = /\p{Cc}|\p{Surrogate}/gu;

/** One line, composed as others write it: Apple's systems take umlauts apart. */
export function clean(text: string): string {
  return text.replace(/\s+/g, " ").replace(UNSTORABLE, "").normalize("NFC").trim();
}

function cleanLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(clean)
    .join("\n")
    .trim();
}

/** "Ana Maria Reyes" has the first name "Ana Maria". */
export function splitName(name: string): { readonly fname: string; readonly lname: string } {
  const words = clean(name).split(" ");
  if (words.length < 2) return { fname: words[0] ?? "", lname: "" };
  return { fname: words.slice(0, -1).join(" "), lname: words.at(-1) ?? "" };
}
