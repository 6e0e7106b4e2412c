import type { Contact, Person } from "@offhook/contract";
import { fitOf, folded, searchTerms } from "@offhook/search";
import { formatPhone, type NumberLabel, phoneEntriesOf, smsNumber } from "@offhook/telephony";

/** Somebody with a number that a text, or a fax, can be sent to. */
export interface SuggestedPerson {
  readonly key: string;
  readonly name: string;
  readonly number: string;
  /** "Mobile (212) 555-0177". */
  readonly detail: string;
  readonly photo: string | undefined;
}

/** What shall be sent: which numbers of a contact come into question, those first that are meant for it. */
export type SentBy = "text" | "fax";
const LABELS: Readonly<Record<SentBy, readonly NumberLabel[]>> = {
  text: ["mobile", "work", "home", "other"],
  fax: ["fax", "work", "home", "other"],
};

/** Pure. Whose name or number begins with what was typed; colleagues first. */
export function suggestedPeople(
  typed: string,
  people: readonly Person[],
  contacts: readonly Contact[],
  { most, by }: { readonly most: number; readonly by: SentBy },
): readonly SuggestedPerson[] {
  const terms = searchTerms(typed);
  if (terms.length === 0) return [];
  const digits = typed.replace(/\D/g, "");
  const isNumber = digits !== "" && !/\p{L}/u.test(typed);
  const colleagues = by === "text" ? people.flatMap(waysOfPerson) : [];
  const all = [...colleagues, ...contacts.flatMap((contact) => waysOfContact(contact, LABELS[by]))];
  return all
    .filter(({ name, number }) =>
      isNumber ? number.includes(digits) : fitOf(terms, folded(name)) === "begins",
    )
    .slice(0, most);
}

function waysOfPerson({ id, name, mobile, photo }: Person): SuggestedPerson[] {
  if (mobile === "") return [];
  return [way(id, name, "mobile", mobile, photo)];
}

function waysOfContact(contact: Contact, labels: readonly NumberLabel[]): SuggestedPerson[] {
  const numbers = phoneEntriesOf(contact);
  return labels
    .flatMap((wanted) => numbers.filter(({ label }) => label === wanted))
    .map(({ label, value }) =>
      way(contact.id, contact.name || contact.organization, label, value, contact.photo),
    );
}

function way(id: string, name: string, label: string, value: string, photo: string | null): SuggestedPerson {
  const number = smsNumber(value);
  const kind = label.charAt(0).toUpperCase() + label.slice(1);
  return {
    key: `${id} ${label} ${number}`,
    name,
    number,
    detail: `${kind} ${formatPhone(number)}`,
    photo: photo ?? undefined,
  };
}

/** Pure. The number a text or a fax goes to; undefined while what was typed is none. */
export function wholeNumber(typed: string): string | undefined {
  if (/\p{L}/u.test(typed)) return undefined;
  const number = smsNumber(typed);
  return /^\d{8,15}$/.test(number) ? number : undefined;
}
