import { corporateContactId, type FoundContact } from "@offhook/contract";
import { NUMBER_LABELS } from "@offhook/telephony";
import { directoryKey } from "@offhook/telephony/international";
import type { Database } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import { userName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { colorOf } from "../../settings/index.ts";
import { displayName } from "../book/contact-fields.ts";
import { type ContactRow, listContacts } from "../book/contact-repository.ts";
import { listPeople, type PersonRow } from "../people-repository.ts";
import { listColleagueNumbers, listNumberKeys } from "./caller-repository.ts";

/** Somebody who was found, with the text in which words may have been hit. */
export interface FoundPerson {
  readonly contact: Omit<FoundContact, "excerpt" | "is_guess">;
  readonly notes: string;
}

export interface FoundPeopleDeps {
  readonly database: Pick<Database, "query">;
  readonly photoUrl: (key: string) => string;
}

const isColleague = (ref: string): boolean => ref.startsWith("-");

/** The people behind the ids that a search has found; those whom the user may not see are left out. */
export class FoundPeople {
  readonly #deps: FoundPeopleDeps;

  constructor(deps: FoundPeopleDeps) {
    this.#deps = deps;
  }

  /** In the order of the ids. */
  async read(actor: Actor, refs: readonly string[]): Promise<FoundPerson[]> {
    const { query } = this.#deps.database;
    const ids = refs.filter((ref) => !isColleague(ref)).map(Number);
    const [contacts, colleagues] = await Promise.all([
      ids.length === 0 ? [] : listContacts(query, actor, { ids }),
      refs.some(isColleague) ? this.#colleagues(actor.customerId, refs) : [],
    ]);
    const found = new Map<string, FoundPerson>([
      ...contacts.map((row) => [String(row.id), this.#contact(row)] as const),
      ...colleagues.map((person) => [person.contact.id, person] as const),
    ]);
    return refs.flatMap((ref) => found.get(ref) ?? []);
  }

  /** The keys of all their numbers. */
  async numbersOf(customerId: number, refs: readonly string[]): Promise<string[]> {
    const { query } = this.#deps.database;
    const ids = refs.filter((ref) => !isColleague(ref)).map(Number);
    const colleagueIds = new Set(refs.filter(isColleague).map((ref) => Number(ref.slice(1))));
    const [keys, numbers, region] = await Promise.all([
      listNumberKeys(query, ids),
      colleagueIds.size === 0 ? [] : listColleagueNumbers(query, customerId),
      findRegion(query, customerId),
    ]);
    const own = numbers
      .filter(({ userId }) => colleagueIds.has(userId))
      .flatMap(({ number }) => directoryKey(number, region) ?? []);
    return [...new Set([...keys, ...own])];
  }

  async #colleagues(customerId: number, refs: readonly string[]): Promise<FoundPerson[]> {
    const { query } = this.#deps.database;
    const wanted = new Set(refs);
    const people = await listPeople(query, customerId);
    return people
      .filter(({ id }) => wanted.has(corporateContactId(id)))
      .map((person) => ({ contact: this.#colleague(person), notes: "" }));
  }

  #colleague(person: PersonRow): FoundPerson["contact"] {
    const numbers = [
      { label: "extension", number: person.extension ?? "" },
      { label: "work", number: person.direct_number ?? "" },
      { label: "mobile", number: person.mobile },
    ];
    return {
      id: corporateContactId(person.id),
      type: "corporate",
      name: userName(person),
      organization: person.company,
      title: person.title,
      emails: person.email,
      numbers: numbers.filter(({ number }) => number !== ""),
      photo: this.#photo(person),
      color: colorOf(person),
    };
  }

  #contact(row: ContactRow): FoundPerson {
    const numbers = NUMBER_LABELS.flatMap((label) =>
      row[label].split(",").map((number) => ({ label, number })),
    );
    return {
      contact: {
        id: String(row.id),
        type: "personal",
        name: displayName(row),
        organization: row.organization,
        title: row.title,
        emails: row.emails,
        numbers: numbers.filter(({ number }) => number !== ""),
        photo: this.#photo(row),
        color: colorOf({ id: row.id, color: null }),
      },
      notes: [row.notes, row.tags].filter((text) => text !== "").join(" · "),
    };
  }

  #photo({ photo_key }: { readonly photo_key: string | null }): string | null {
    return photo_key === null ? null : this.#deps.photoUrl(photo_key);
  }
}
