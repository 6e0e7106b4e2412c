import {
  channelName,
  type MyProfile,
  type ProfileUpdate,
  Roles,
  type SettingsEvent,
  type SipSettings,
} from "@offhook/contract";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import { findActiveStatus } from "../statuses/status-repository.ts";
import { findSettings } from "../user-settings/user-settings-repository.ts";
import { toStored } from "../user-settings/user-settings-service.ts";
import { colorOf } from "./profile-color.ts";
import {
  findProfile,
  listFaxLines,
  listPhones,
  listSmsLines,
  listVoicemailBoxes,
  type ProfileRow,
  saveProfile,
} from "./profile-repository.ts";
import { isTimezone } from "./timezones.ts";

/** Which lists to load besides the user. */
export type ProfileParts = Readonly<Record<"sms" | "fax" | "phones" | "vox", boolean>>;

interface EmailPort {
  pending(userId: number): Promise<string | null>;
  request(tx: Transaction, actor: Actor, email: string): Promise<void>;
}

export interface ProfileServiceDeps {
  readonly database: Database;
  /** The address a browser loads a stored photo from. */
  readonly photoUrl: (key: string) => string;
  /** A new address is asked for here and counts later. */
  readonly emails: EmailPort;
  /** How the user's soft phone registers; left out where there is no phone system. */
  readonly sipSettings?: (actor: Actor) => Promise<SipSettings | null>;
}

const EVERYTHING: ProfileParts = { sms: true, fax: true, phones: true, vox: true };

const profileMissing = (): DomainError =>
  new DomainError("notFound", "settings.profileMissing", "No user profile found");
const timezoneUnknown = (): DomainError =>
  new DomainError("invalid", "settings.timezoneUnknown", "This time zone is not known");

export class ProfileService {
  readonly #deps: ProfileServiceDeps;

  constructor(deps: ProfileServiceDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor, parts: ProfileParts): Promise<MyProfile> {
    const { query } = this.#deps.database;
    const { userId } = actor;
    const [row, phones, smsLines, voicemailBoxes, faxLines, status, settings, sip, pending] =
      await Promise.all([
        findProfile(query, userId),
        parts.phones ? listPhones(query, userId) : [],
        parts.sms ? listSmsLines(query, userId) : [],
        parts.vox ? listVoicemailBoxes(query, userId) : [],
        parts.fax ? listFaxLines(query, userId) : [],
        findActiveStatus(query, userId),
        findSettings(query, userId),
        this.#deps.sipSettings?.(actor) ?? null,
        this.#deps.emails.pending(userId),
      ]);
    if (!row) throw profileMissing();
    return {
      ...this.#personOf(row),
      pending_email: pending,
      ...rightsOf(row, actor),
      phones,
      sms_lines: smsLines,
      vox_boxes: voicemailBoxes,
      fax_lines: faxLines.map(({ number, name }) => ({ fax_line: number, fax_linename: name })),
      fax_boxes: faxLines.map(({ number, name, owner_id }) => ({
        name: number,
        label: name,
        owned: owner_id === userId,
      })),
      user_status: status ?? null,
      user_settings: toStored(settings),
      sip,
    };
  }

  async update(actor: Actor, update: ProfileUpdate): Promise<MyProfile> {
    if (update.timezone && !isTimezone(update.timezone)) throw timezoneUnknown();
    const { email, ...rest } = allowedTo(actor, update);
    await this.#deps.database.transaction(async (tx) => {
      if (email !== undefined) await this.#deps.emails.request(tx, actor, email);
      await saveProfile(tx.query, actor.userId, rest);
      await this.publishChange(tx, actor);
    });
    return this.read(actor, EVERYTHING);
  }

  /** Tells the company what its people now see of the user. */
  async publishChange(tx: Transaction, actor: Actor): Promise<void> {
    const row = await findProfile(tx.query, actor.userId);
    if (!row) throw profileMissing();
    const event: SettingsEvent = {
      type: "PROFILE_UPDATE",
      user_id: row.id,
      firstname: row.firstname,
      lastname: row.lastname,
      title: row.title,
      photo: this.#photoOf(row),
      teamsNickname: row.teams_nickname,
    };
    const { customerId } = actor;
    tx.publish({ customerId, channel: channelName("customer", customerId), event });
  }

  #personOf(row: ProfileRow) {
    return {
      id: row.id,
      username: row.username,
      email: row.email || row.username,
      firstname: row.firstname,
      lastname: row.lastname,
      title: row.title,
      company: row.company ?? row.customer.name,
      mobile: row.mobile,
      timezone: row.timezone ?? "",
      effective_timezone: row.timezone ?? row.customer.timezone,
      country: row.country ?? "",
      region: row.customer.region,
      photo: this.#photoOf(row),
      color: colorOf(row),
      teamsNickname: row.teams_nickname,
      extension: row.extension,
      pbx_cid: row.customer_id,
    };
  }

  #photoOf({ photo_key }: ProfileRow): string | null {
    return photo_key === null ? null : this.#deps.photoUrl(photo_key);
  }
}

function rightsOf({ roles, customer, customer_id }: ProfileRow, { features }: Actor) {
  return {
    roles: Roles.catch({}).parse(roles),
    scope: [...features].sort(),
    teams_settings: { disabled_customers: { customer_id: customer.chat_disabled ? [customer_id] : [] } },
    features: {
      calls: features.has("calls"),
      messaging: features.has("messaging"),
      voicemail: features.has("voicemail"),
      fax: features.has("fax"),
      teamChat: features.has("teamChat"),
      contacts: features.has("contacts"),
      // The one feature that is off unless a role switches it on: it replaces Messages in the navigation.
      tasks: Roles.catch({}).parse(roles).tc_tasks === "1",
    },
  };
}

/** A nickname is for chat: users without chat cannot set one. */
function allowedTo({ features }: Actor, update: ProfileUpdate): ProfileUpdate {
  const { teamsNickname: _, ...rest } = update;
  return features.has("teamChat") ? update : rest;
}
