import { bitFrom, corporateContactId, type Person } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import { userName } from "../../database/user-name-repository.ts";
import type { Actor } from "../../platform/actor.ts";
import { colorOf } from "../settings/index.ts";
import { contactNotFound } from "./book/contact-errors.ts";
import { listSpeedDial } from "./book/contact-sync-repository.ts";
import { findPerson, listPeople, type PersonRow } from "./people-repository.ts";

export interface PeopleServiceDeps {
  readonly database: Database;
  readonly photoUrl: (key: string) => string;
}

export class PeopleService {
  readonly #deps: PeopleServiceDeps;

  constructor(deps: PeopleServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<Person[]> {
    const { query } = this.#deps.database;
    const [rows, speedDial] = await Promise.all([
      listPeople(query, actor.customerId),
      listSpeedDial(query, actor.userId),
    ]);
    const dialed = new Set(speedDial);
    return rows.map((row) => this.#toPerson(row, dialed));
  }

  async read(actor: Actor, userId: number): Promise<Person> {
    const { query } = this.#deps.database;
    const row = await findPerson(query, actor.customerId, userId);
    if (!row) throw contactNotFound();
    return this.#toPerson(row, new Set(await listSpeedDial(query, actor.userId)));
  }

  #toPerson(row: PersonRow, speedDial: ReadonlySet<string>): Person {
    const id = corporateContactId(row.id);
    return {
      id,
      user_id: row.id,
      type: "corporate",
      contactType: "corporate",
      name: userName(row),
      fname: row.firstname,
      lname: row.lastname,
      title: row.title,
      nickname: row.teams_nickname,
      extension: row.extension,
      pbx_line: row.pbx_line,
      emails: row.email,
      mobile: row.mobile,
      work: row.direct_number ?? "",
      home: "",
      fax: "",
      conference: "",
      other: "",
      speeddial: bitFrom(speedDial.has(id)),
      organization: row.company,
      public: true,
      owned: false,
      photo: row.photo_key === null ? null : this.#deps.photoUrl(row.photo_key),
      color: colorOf(row),
      statusName: row.status_name,
      statusEmoji: row.status_emoji,
      statusExpiresAt: row.status_expires_at && Math.floor(row.status_expires_at.getTime() / 1000),
      presence: row.presence,
      chat_id: row.chat_id,
    };
  }
}
