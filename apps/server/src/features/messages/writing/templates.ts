import {
  channelName,
  type EditSmsTemplate,
  type NewSmsTemplate,
  type SmsEvent,
  type SmsTemplate,
} from "@offhook/contract";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { templateNotFound, tooManyTemplates } from "../message-errors.ts";
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from "./template-repository.ts";

const MAX_TEMPLATES = 500;

/** Texts the people of a company write again and again. */
export class Templates {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(actor: Actor): Promise<SmsTemplate[]> {
    return listTemplates(this.#database.query, actor.customerId);
  }

  add(actor: Actor, { title, description, uuid }: NewSmsTemplate): Promise<SmsTemplate> {
    return this.#database.transaction(async (tx) => {
      if ((await listTemplates(tx.query, actor.customerId)).length >= MAX_TEMPLATES) throw tooManyTemplates();
      const row = { customer_id: actor.customerId, uuid: uuid ?? null, title, description };
      const template = await insertTemplate(tx.query, row);
      if (!template) throw templateNotFound();
      await publishTemplates(tx, actor);
      return template;
    });
  }

  edit(actor: Actor, { sms_template_id: id, title, description }: EditSmsTemplate): Promise<SmsTemplate> {
    return this.#database.transaction(async (tx) => {
      const template = await updateTemplate(tx.query, actor.customerId, { id, title, description });
      if (!template) throw templateNotFound();
      await publishTemplates(tx, actor);
      return template;
    });
  }

  delete(actor: Actor, id: number): Promise<{ sms_template_id: number }> {
    return this.#database.transaction(async (tx) => {
      if (!(await deleteTemplate(tx.query, actor.customerId, id))) throw templateNotFound();
      await publishTemplates(tx, actor);
      return { sms_template_id: id };
    });
  }
}

async function publishTemplates(tx: Transaction, { customerId }: Actor): Promise<void> {
  const event: SmsEvent = { type: "SMS_TEMPLATES", templates: await listTemplates(tx.query, customerId) };
  tx.publish({ customerId, channel: channelName("customer", customerId), event });
}
