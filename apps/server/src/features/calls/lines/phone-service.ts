import {
  type CallEvent,
  channelName,
  type Phone,
  type PhoneUpdate,
  type ProfilePhone,
  parseUserSettings,
  type UserSettingsPatch,
} from "@offhook/contract";
import { parseDialString } from "@offhook/telephony";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { forwardedToItself, invalidNumber, noPhone, phoneNotFound } from "../call-errors.ts";
import {
  findOwnPhone,
  listOwnPhones,
  listPhoneUsers,
  lockOwnPhone,
  type OwnPhone,
  saveForwarding,
  savePhone,
} from "./phone-repository.ts";

export interface PhoneServiceDeps {
  readonly database: Database;
  readonly userSettings: {
    read(actor: Actor): Promise<{ settings: string }>;
    change(tx: Transaction, actor: Actor, patch: UserSettingsPatch): Promise<unknown>;
  };
  readonly presence: {
    reconsider(tx: Transaction, user: { userId: number; customerId: number }): Promise<void>;
  };
  /** Resolves when call control knows of what was stored before. */
  readonly whenKnown: () => Promise<void>;
}

export class PhoneService {
  readonly #deps: PhoneServiceDeps;

  constructor(deps: PhoneServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<ProfilePhone[]> {
    const phones = await listOwnPhones(this.#deps.database.query, actor);
    return phones.map(({ name, label, extension, callerid, callerid_external }) => ({
      name,
      label,
      extension,
      callerID: callerid_external,
      callerIDint: callerid,
    }));
  }

  /** Without a name, the active line: the chosen one, or the first where that is gone. */
  async read(actor: Actor, name?: string): Promise<Phone> {
    const { database, userSettings } = this.#deps;
    if (name !== undefined) {
      const found = await findOwnPhone(database.query, actor, name);
      if (!found) throw phoneNotFound(name);
      return found.phone;
    }
    const { settings } = await userSettings.read(actor);
    const { activePhoneLine } = parseUserSettings(settings);
    const phones = await listOwnPhones(database.query, actor);
    const phone = phones.find((each) => each.name === activePhoneLine) ?? phones[0];
    if (!phone) throw noPhone();
    return phone;
  }

  async update(actor: Actor, update: PhoneUpdate): Promise<Phone> {
    return this.#change(actor, update.phone, async (tx, before) => {
      const after = await savePhone(tx.query, before.id, update);
      const { dnd } = after;
      if (dnd !== before.phone.dnd) {
        publish(tx, actor, before.id, { type: "DND", phone: after.name, dnd });
        await this.#reconsiderUsers(tx, actor, before.id);
      }
      const changed: readonly (keyof Phone)[] = Object.keys(after) as (keyof Phone)[];
      if (changed.some((field) => field !== "dnd" && after[field] !== before.phone[field])) {
        publish(tx, actor, before.id, { type: "PHONE_UPDATE", phone: after });
      }
      return after;
    });
  }

  async forward(actor: Actor, name: string, number: string): Promise<Phone> {
    const target = parseDialString(number).number;
    if (number !== "" && target === "") throw invalidNumber();
    return this.#change(actor, name, async (tx, { id, phone }) => {
      if (target !== "" && [phone.extension, phone.callerid_external].includes(target)) {
        throw forwardedToItself();
      }
      if (target === phone.forwarding) return phone;
      publish(tx, actor, id, { type: "CHANGE", phone: name, forwarding: target });
      return saveForwarding(tx.query, id, target);
    });
  }

  async chooseSource(actor: Actor, name: string): Promise<Phone> {
    return this.#change(actor, name, async (tx, { phone }) => {
      await this.#deps.userSettings.change(tx, actor, { activePhoneLine: name });
      return phone;
    });
  }

  async #change(
    actor: Actor,
    name: string,
    change: (tx: Transaction, phone: OwnPhone) => Promise<Phone>,
  ): Promise<Phone> {
    const { database, whenKnown } = this.#deps;
    const phone = await database.transaction(async (tx) => {
      const own = await lockOwnPhone(tx.query, actor, name);
      if (!own) throw phoneNotFound(name);
      return change(tx, own);
    });
    // Whoever is told that the line is quiet, or forwarded, must not be rung a moment later.
    await whenKnown();
    return phone;
  }

  async #reconsiderUsers(tx: Transaction, { customerId }: Actor, phoneId: number): Promise<void> {
    for (const userId of await listPhoneUsers(tx.query, phoneId)) {
      await this.#deps.presence.reconsider(tx, { userId, customerId });
    }
  }
}

function publish(tx: Transaction, { customerId }: Actor, phoneId: number, event: CallEvent): void {
  tx.publish({ customerId, channel: channelName("phone", phoneId), event });
}
