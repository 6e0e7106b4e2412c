import { type Caller, corporateContactId, type OwnNumber } from "@offhook/contract";
import { directoryKey } from "@offhook/telephony/international";
import type { Database } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import { userName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { colorOf } from "../../settings/index.ts";
import { displayName, NO_FIELDS } from "../book/contact-fields.ts";
import { listPeople, type PersonRow } from "../people-repository.ts";
import type { CallerNameService } from "./caller-name-service.ts";
import {
  findBlocked,
  findContactsByKey,
  type KnownNumber,
  listColleagueNumbers,
  listOwnNumbers,
} from "./caller-repository.ts";

/** Somebody an outside address book knows for a number. */
export type ExternalCaller = Pick<
  Caller,
  "source" | "name" | "contactId" | "organization" | "label" | "photo"
>;

export interface CallerServiceDeps {
  readonly database: Database;
  readonly photoUrl: (key: string) => string;
  readonly names: CallerNameService;
  /** The address books the user has elsewhere; a number nobody knows there is missing from the answer. */
  readonly external: (actor: Actor, keys: readonly string[]) => Promise<ReadonlyMap<string, ExternalCaller>>;
}

/** Finds the person behind a number: colleague, contact, the company, an address book elsewhere, or the network. */
export class CallerService {
  readonly #deps: CallerServiceDeps;

  constructor(deps: CallerServiceDeps) {
    this.#deps = deps;
  }

  ownNumbers(actor: Actor): Promise<OwnNumber[]> {
    return listOwnNumbers(this.#deps.database.query, actor.customerId);
  }

  async lookUp(actor: Actor, numbers: readonly string[]): Promise<Caller[]> {
    const { query } = this.#deps.database;
    const region = await findRegion(query, actor.customerId);
    const keyOf = new Map(numbers.map((number) => [number, directoryKey(number, region)]));
    const keys = [...new Set([...keyOf.values()].filter((key) => key !== undefined))];
    const directory = await this.#directory(actor, keys, region);
    const blocked = await findBlocked(query, actor, keys);
    const unknown = keys.filter((key) => !directory.has(key) && key.length > MAX_EXTENSION_DIGITS);
    const outside = await this.#outside(actor, unknown);
    return numbers.map((number) => {
      const key = keyOf.get(number);
      const found = key === undefined ? undefined : (directory.get(key) ?? outside.get(key));
      return { ...NOBODY, ...found, number, blocked: key !== undefined && blocked.has(key) };
    });
  }

  async #directory(actor: Actor, keys: readonly string[], region: string): Promise<Map<string, Found>> {
    const { query } = this.#deps.database;
    const found = new Map<string, Found>();
    if (keys.length === 0) return found;
    for (const own of await listOwnNumbers(query, actor.customerId)) {
      const key = directoryKey(own.number, region);
      if (key !== undefined && !found.has(key)) found.set(key, ownCaller(own));
    }
    const contacts = new Map<string, KnownNumber[]>();
    const book = hasContacts(actor) ? await findContactsByKey(query, actor, keys) : [];
    for (const known of book) contacts.set(known.key, [...(contacts.get(known.key) ?? []), known]);
    for (const [key, matches] of contacts) found.set(key, this.#contactCaller(matches));
    await this.#addColleagues(actor.customerId, region, found);
    return found;
  }

  async #addColleagues(customerId: number, region: string, found: Map<string, Found>): Promise<void> {
    const { query } = this.#deps.database;
    const people = new Map((await listPeople(query, customerId)).map((person) => [person.id, person]));
    for (const { userId, label, number } of await listColleagueNumbers(query, customerId)) {
      const person = people.get(userId);
      const key = directoryKey(number, region);
      if (!person || key === undefined) continue;
      const known = found.get(key);
      if (known?.source === "corporate") {
        if (known.user_id !== userId) found.set(key, withOther(known, colleagueRef(person)));
        continue;
      }
      const others = known?.contactId ? [{ contactId: known.contactId, name: known.name ?? "" }] : [];
      found.set(key, {
        ...this.#colleagueCaller(person, label),
        others: [...others, ...(known?.others ?? [])],
      });
    }
  }

  #colleagueCaller(person: PersonRow, label: string): Found {
    return {
      source: "corporate",
      ...colleagueRef(person),
      user_id: person.id,
      organization: "",
      label,
      photo: person.photo_key === null ? null : this.#deps.photoUrl(person.photo_key),
      color: colorOf(person),
      others: [],
    };
  }

  #contactCaller(matches: readonly KnownNumber[]): Found {
    const [first, ...rest] = matches;
    if (!first) return NOBODY;
    const others = new Map(
      rest.filter(({ id }) => id !== first.id).map((each) => [String(each.id), nameOf(each)]),
    );
    return {
      source: "personal",
      name: nameOf(first),
      contactId: String(first.id),
      user_id: null,
      organization: first.organization,
      label: first.label,
      photo: first.photo_key === null ? null : this.#deps.photoUrl(first.photo_key),
      color: colorOf({ id: first.id, color: null }),
      others: [...others].map(([contactId, name]) => ({ contactId, name })),
    };
  }

  async #outside(actor: Actor, keys: readonly string[]): Promise<Map<string, Found>> {
    const found = new Map<string, Found>();
    if (keys.length === 0) return found;
    const external = hasContacts(actor) ? await this.#deps.external(actor, keys) : [];
    for (const [key, caller] of external) found.set(key, { ...NOBODY, ...caller });
    const names = await this.#deps.names.findAll(keys.filter((key) => !found.has(key)));
    for (const [key, name] of names) found.set(key, { ...NOBODY, source: "cnam", name });
    return found;
  }
}

/** Longer ones are public numbers, which somebody outside may know. */
const MAX_EXTENSION_DIGITS = 7;

type Found = Omit<Caller, "number" | "blocked">;

/** Without the feature no address book is read, not even for a name: colleagues and the network are left. */
const hasContacts = ({ features }: Actor): boolean => features.has("contacts");

const NOBODY: Found = {
  source: null,
  name: null,
  contactId: null,
  user_id: null,
  organization: "",
  label: "",
  photo: null,
  color: null,
  others: [],
};

function ownCaller({ name, kind }: OwnNumber): Found {
  return { ...NOBODY, source: "own", name, label: kind };
}

function colleagueRef(person: PersonRow): { contactId: string; name: string } {
  return {
    contactId: corporateContactId(person.id),
    name: userName(person),
  };
}

function withOther(found: Found, other: { contactId: string; name: string }): Found {
  const isKnown = found.others.some(({ contactId }) => contactId === other.contactId);
  return isKnown ? found : { ...found, others: [...found.others, other] };
}

function nameOf({ fname, lname, organization, emails }: KnownNumber): string {
  return displayName({ ...NO_FIELDS, fname, lname, organization, emails });
}
