import type { Contact, ContactInput } from "@offhook/contract";
import { cleanContactNumber, NUMBER_LABELS, type NumberLabel } from "@offhook/telephony";

/** A number in the form: a line of its own. */
export interface NumberDraft {
  readonly key: string;
  readonly label: NumberLabel;
  readonly value: string;
}

/** What stands in the form of a contact. */
export interface ContactDraft {
  readonly fname: string;
  readonly lname: string;
  readonly organization: string;
  readonly title: string;
  readonly emails: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly isPublic: boolean;
  readonly numbers: readonly NumberDraft[];
  /** Undefined: as it is. Null: taken away. Otherwise a data address. */
  readonly photo: string | null | undefined;
}

export const NUMBER_NAMES: Readonly<Record<NumberLabel, string>> = {
  mobile: "Mobile",
  work: "Work",
  home: "Home",
  fax: "Fax",
  conference: "Conference",
  other: "Other",
};

let lastKey = 0;
export const newNumber = (label: NumberLabel = "mobile", value = ""): NumberDraft => ({
  key: `number-${++lastKey}`,
  label,
  value,
});

export function draftOf(contact: Contact | undefined, given: Partial<ContactDraft>): ContactDraft {
  const numbers = contact
    ? NUMBER_LABELS.flatMap((label) =>
        contact[label]
          .split(",")
          .filter((value) => value.trim() !== "")
          .map((value) => newNumber(label, value.trim())),
      )
    : [];
  return {
    fname: contact?.fname ?? "",
    lname: contact?.lname ?? "",
    organization: contact?.organization ?? "",
    title: contact?.title ?? "",
    emails: contact?.emails ?? "",
    notes: contact?.notes ?? "",
    tags: contact?.tags ? contact.tags.split(",") : [],
    isPublic: contact?.public ?? false,
    photo: undefined,
    numbers: numbers.length > 0 ? numbers : [newNumber()],
    ...given,
  };
}

/** What is wrong with a number as it was typed; undefined when nothing is. */
export function numberProblem(value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed === "") return undefined;
  if (/[^\d\s()+.*#|;-]/.test(trimmed)) return "Digits, *, #, | for a pause and ; before an extension";
  return cleanContactNumber(trimmed) === "" ? "Must contain a digit" : undefined;
}

export function emailsProblem(value: string): string | undefined {
  const wrong = value
    .split(",")
    .map((each) => each.trim())
    .find((each) => each !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(each));
  return wrong === undefined ? undefined : `${wrong} is not a mail address`;
}

/** A contact must be called something, or at least be reachable. */
export function isSavable(draft: ContactDraft): boolean {
  const texts = [
    draft.fname,
    draft.lname,
    draft.organization,
    draft.emails,
    ...draft.numbers.map((each) => each.value),
  ];
  const isSomething = texts.some((text) => text.trim() !== "");
  return (
    isSomething && !emailsProblem(draft.emails) && draft.numbers.every(({ value }) => !numberProblem(value))
  );
}

type Fields = Omit<ContactInput, "id" | "uuid" | "allow_duplicate">;

export function fieldsOf(draft: ContactDraft): Fields {
  const lists = Object.fromEntries(
    NUMBER_LABELS.map((label) => [
      label,
      draft.numbers
        .filter((each) => each.label === label)
        .map(({ value }) => cleanContactNumber(value))
        .filter((value) => value !== "")
        .join(","),
    ]),
  ) as Record<NumberLabel, string>;
  const { fname, lname, organization, title, emails, notes, tags, isPublic, photo } = draft;
  return {
    fname: fname.trim(),
    lname: lname.trim(),
    organization: organization.trim(),
    title: title.trim(),
    emails: emails
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)
      .join(","),
    notes,
    tags: tags.join(","),
    public: isPublic,
    ...lists,
    ...(photo === undefined ? {} : { photo }),
  };
}
