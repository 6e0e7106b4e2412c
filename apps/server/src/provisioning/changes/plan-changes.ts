import type { CompanyFile, SectionItem, SectionName } from "../file/company-file.ts";

interface SectionKind {
  readonly section: SectionName;
  readonly noun: string;
  readonly key: string;
  /** What people change by themselves afterwards: written when the thing is made, and never again. */
  readonly initial?: readonly string[];
  /** Left alone where the file does not name them: secrets, and what people set in the console. */
  readonly optional?: readonly string[];
}

/** Never shown. */
const SECRETS: ReadonlySet<string> = new Set(["password", "pin", "initial_password"]);

/** In the order in which things need each other; they are removed the other way round. */
export const SECTIONS: readonly SectionKind[] = [
  { section: "trunks", noun: "trunk", key: "id", optional: ["password"] },
  {
    section: "users",
    noun: "user",
    key: "username",
    initial: ["initial_password"],
    optional: ["mobile", "timezone", "country"],
  },
  {
    section: "phones",
    noun: "phone",
    key: "name",
    optional: [
      "max_calls",
      "rejects_anonymous",
      "when_away",
      "when_busy",
      "when_unanswered",
      "music",
      "music_while_ringing",
    ],
  },
  { section: "desk_phones", noun: "desk phone", key: "username", optional: ["password"] },
  {
    section: "voicemail_boxes",
    noun: "voicemail box",
    key: "name",
    optional: ["pin", "keep_days", "mail", "live"],
  },
  { section: "sms_lines", noun: "SMS line", key: "number" },
  { section: "fax_lines", noun: "fax line", key: "number", optional: ["mail", "receipts"] },
  { section: "queues", noun: "queue", key: "extension", initial: ["logged_in", "penalty", "position"] },
  { section: "hunt_groups", noun: "hunt group", key: "name", initial: ["available"] },
  { section: "rooms", noun: "conference room", key: "extension" },
  { section: "numbers", noun: "number", key: "number" },
  { section: "blocked_callers", noun: "blocked caller", key: "number" },
];

export interface FieldChange {
  readonly field: string;
  /** Undefined for a secret. */
  readonly before?: string;
  readonly after?: string;
}

export type Change =
  | {
      readonly kind: "create";
      readonly section: SectionName | "company" | "dial_plan";
      readonly noun: string;
      readonly key: string;
    }
  | {
      readonly kind: "change";
      readonly section: SectionName | "company" | "dial_plan";
      readonly noun: string;
      readonly key: string;
      readonly fields: readonly FieldChange[];
    }
  /** Stands in the store and not in the file. */
  | { readonly kind: "remove"; readonly section: SectionName; readonly noun: string; readonly key: string };

/** What is there already; of a company that is not, the trunks it may share. */
export type StoredCompany = Partial<CompanyFile>;

export type Item = Readonly<Record<string, unknown>>;

export const itemsOf = <Name extends SectionName>(
  file: StoredCompany,
  section: Name,
): readonly SectionItem<Name>[] => (file[section] ?? []) as readonly SectionItem<Name>[];

/** Pure: what to do so that the stored company becomes that of the file. Sections the file has not are left alone. */
export function planChanges(stored: StoredCompany, wanted: CompanyFile): Change[] {
  return [
    ...single("company", "company", wanted.company.name, stored.company, wanted.company),
    ...SECTIONS.flatMap((kind) => (wanted[kind.section] ? planSection(kind, stored, wanted) : [])),
    ...(wanted.dial_plan
      ? single("dial_plan", "dial plan", wanted.company.name, stored.dial_plan, wanted.dial_plan)
      : []),
  ];
}

function single(
  section: "company" | "dial_plan",
  noun: string,
  key: string,
  before: Item | undefined,
  after: Item,
): Change[] {
  if (!before) return [{ kind: "create", section, noun, key }];
  const fields = changedFields({ section: "users", noun, key: "" }, before, after);
  return fields.length > 0 ? [{ kind: "change", section, noun, key, fields }] : [];
}

function planSection(kind: SectionKind, stored: StoredCompany, wanted: CompanyFile): Change[] {
  const { section, noun } = kind;
  const keyOf = (item: Item): string => String(item[kind.key]);
  const before = new Map(itemsOf(stored, section).map((item) => [keyOf(item), item as Item]));
  const after = new Map(itemsOf(wanted, section).map((item) => [keyOf(item), item as Item]));
  const changes: Change[] = [...after].flatMap(([key, item]): Change[] => {
    const known = before.get(key);
    if (!known) return [{ kind: "create", section, noun, key }];
    const fields = changedFields(kind, known, item);
    return fields.length > 0 ? [{ kind: "change", section, noun, key, fields }] : [];
  });
  const removals = [...before.keys()]
    .filter((key) => !after.has(key))
    .map((key): Change => ({ kind: "remove", section, noun, key }));
  return [...changes, ...removals];
}

function changedFields(kind: SectionKind, before: Item, after: Item): FieldChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field): FieldChange[] => {
    if (kind.initial?.includes(field)) return [];
    if (kind.optional?.includes(field) && after[field] === undefined) return [];
    const [old, now] = [before[field], after[field]].map((value) => write(value, kind.initial ?? []));
    if (old === now) return [];
    return [SECRETS.has(field) ? { field } : { field, before: old ?? "", after: now ?? "" }];
  });
}

/** A value as text, lists of members without what people change by themselves. */
function write(value: unknown, without: readonly string[]): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).filter(([key]) => !without.includes(key));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
