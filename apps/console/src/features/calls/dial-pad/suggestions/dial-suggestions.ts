import type { Contact, Person } from "@offhook/contract";
import { formatPhone, lookupKey, phoneEntriesOf } from "@offhook/telephony";

/** Somebody who may be meant by what was typed. */
export interface DialSuggestion {
  readonly key: string;
  /** What is dialed. */
  readonly value: string;
  readonly title: string;
  /** 'Ext. 103', 'Mobile (212) 555-0110'. */
  readonly detail: string;
  readonly contactId: string;
  readonly photo: string | undefined;
  readonly presence: Person["presence"] | undefined;
}

const SHOWN = 8;

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Pure. Colleagues whose name, extension or mobile number fits, in the order of the directory. */
export function suggestPeople(
  typed: string,
  people: readonly Person[],
  ownId: number,
): readonly DialSuggestion[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const digits = typed.replace(/\D/g, "");
  const hasLetters = /\p{L}/u.test(typed);
  return people
    .filter(({ user_id }) => user_id !== ownId)
    .flatMap((person) => waysToCall(person))
    .filter((way) =>
      hasLetters ? fitsName(way.title, words) : digits !== "" && fitsNumber(way.value, digits),
    )
    .slice(0, SHOWN);
}

/** Pure. Contacts of the address book, by name, organization or any of their numbers. */
export function suggestContacts(typed: string, contacts: readonly Contact[]): readonly DialSuggestion[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const digits = typed.replace(/\D/g, "");
  const hasLetters = /\p{L}/u.test(typed);
  const found: DialSuggestion[] = [];
  for (const contact of contacts) {
    if (found.length >= SHOWN) break;
    if (hasLetters && !fitsName(`${contact.name} ${contact.organization}`, words)) continue;
    const ways = waysToCallContact(contact).filter(
      ({ value }) => hasLetters || (digits !== "" && fitsNumber(value, digits)),
    );
    // By name the first number will do: the others are one key press away on the contact's page.
    found.push(...(hasLetters ? ways.slice(0, 2) : ways));
  }
  return found.slice(0, SHOWN);
}

function waysToCallContact(contact: Contact): DialSuggestion[] {
  return phoneEntriesOf(contact)
    .filter(({ label }) => label !== "fax")
    .map(({ label, value, formattedValue }) => ({
      key: `${contact.id} ${label} ${value}`,
      value,
      title: contact.name,
      detail: `${label.charAt(0).toUpperCase()}${label.slice(1)} ${formattedValue}`,
      contactId: contact.id,
      photo: contact.photo ?? undefined,
      presence: undefined,
    }));
}

/** Pure. All colleagues, each by the extension. */
export function everyoneElse(people: readonly Person[], ownId: number): readonly DialSuggestion[] {
  return people
    .filter(({ user_id, extension }) => user_id !== ownId && extension !== null)
    .flatMap((person) => waysToCall(person).slice(0, 1));
}

function waysToCall(person: Person): DialSuggestion[] {
  const way = (value: string, detail: string): DialSuggestion => ({
    key: `${person.id} ${value}`,
    value,
    title: person.name,
    detail,
    contactId: person.id,
    photo: person.photo ?? undefined,
    presence: person.presence,
  });
  return [
    ...(person.extension === null ? [] : [way(person.extension, `Ext. ${person.extension}`)]),
    ...(person.mobile === "" ? [] : [way(person.mobile, `Mobile ${formatPhone(person.mobile)}`)]),
  ];
}

function fitsName(name: string, words: readonly string[]): boolean {
  const parts = fold(name).split(/[\s'-]+/);
  return words.every((word) => parts.some((part) => part.startsWith(word)));
}

function fitsNumber(value: string, digits: string): boolean {
  return (lookupKey(value)?.number ?? value).includes(digits);
}

/** Letters without a digit are somebody's name before they are keys of a phone: '1-800-FLOWERS' has both. */
export function meansName(typed: string): boolean {
  return /\p{L}/u.test(typed) && !/\d/.test(typed);
}
