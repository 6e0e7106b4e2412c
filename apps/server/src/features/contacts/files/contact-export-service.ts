import { buffer } from "node:stream/consumers";
import { type FileContact, type VcardVersion, writeCsv, writeVcards } from "@offhook/contact-files";
import type { ContactExport, ContactExportQuery, ContactFileFormat, Person } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { type ContactRow, listContacts } from "../book/contact-repository.ts";
import { pickFields } from "../book/contact-service.ts";
import type { PeopleService } from "../people-service.ts";

export interface ContactExportDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly people: PeopleService;
}

/** Beyond this the file would be too large to carry around; the rest goes without pictures. */
const MAX_PHOTO_BYTES = 24 * 1024 * 1024;

const VERSIONS: Partial<Record<ContactFileFormat, VcardVersion>> = {
  "vcard2.1": "2.1",
  "vcard3.0": "3.0",
  "vcard4.0": "4.0",
};

/** Writes the address book into files that other programs read, and that come back the same. */
export class ContactExportService {
  readonly #deps: ContactExportDeps;

  constructor(deps: ContactExportDeps) {
    this.#deps = deps;
  }

  async export(actor: Actor, query: ContactExportQuery): Promise<ContactExport> {
    const { format, owned, corporate, photos } = query;
    const version = VERSIONS[format];
    const rows = await listContacts(this.#deps.database.query, actor, { ownedOnly: owned });
    const pictures = version && photos ? await this.#pictures(rows) : new Map<number, string>();
    const colleagues = corporate ? (await this.#deps.people.list(actor)).map(colleagueContact) : [];
    const contacts = [...rows.map((row) => fileContact(row, pictures.get(row.id))), ...colleagues];
    if (version)
      return {
        name: "contacts.vcf",
        type: "text/vcard; charset=utf-8",
        content: writeVcards(contacts, version),
        count: contacts.length,
      };
    const flavor = format === "google" || format === "outlook" ? format : "csv";
    return {
      name: flavor === "csv" ? "contacts.csv" : `contacts-${flavor}.csv`,
      type: "text/csv; charset=utf-8",
      content: writeCsv(contacts, flavor),
      count: contacts.length,
    };
  }

  async #pictures(rows: readonly ContactRow[]): Promise<Map<number, string>> {
    const pictures = new Map<number, string>();
    let bytes = 0;
    for (const { id, photo_key } of rows) {
      if (photo_key === null || bytes > MAX_PHOTO_BYTES) continue;
      const file = await this.#deps.objects.get(photo_key);
      if (!file) continue;
      const content = await buffer(file.stream);
      bytes += content.length;
      pictures.set(id, content.toString("base64"));
    }
    return pictures;
  }
}

function fileContact(row: ContactRow, photo: string | undefined): FileContact {
  return photo === undefined ? pickFields(row) : { ...pickFields(row), photo };
}

function colleagueContact(person: Person): FileContact {
  return {
    fname: person.fname,
    lname: person.lname,
    mobile: person.mobile.replace(/[^\d*#|;+]/g, ""),
    work: person.extension ?? "",
    home: "",
    fax: "",
    conference: "",
    other: "",
    emails: person.emails,
    organization: "",
    title: person.title,
    notes: "",
    tags: "",
  };
}
