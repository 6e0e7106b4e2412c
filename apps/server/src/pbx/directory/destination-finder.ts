import type { Destination, MailboxId } from "@offhook/pbx";
import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import type { StoredDestination } from "../../features/calls/index.ts";
import { type CompanyRows, loadCompany } from "./directory-repository.ts";

/** Turns stored destinations into those of call control. What leads nowhere is undefined: the next rule decides. */
export class DestinationFinder {
  readonly #rows: CompanyRows;

  constructor(rows: CompanyRows) {
    this.#rows = rows;
  }

  find(stored: StoredDestination, ownMailbox?: MailboxId): Destination | undefined {
    const { type, number } = stored;
    switch (type) {
      case "voicemail": {
        const id = number === "" ? ownMailbox : this.mailbox(number);
        return id === undefined ? undefined : { kind: "mailbox", id };
      }
      case "phone": {
        const phone = this.#rows.phones.find(
          ({ name, extension }) => name === number || extension === number,
        );
        return phone ? { kind: "endpoint", id: String(phone.id) } : numberTo(number);
      }
      case "huntgroup": {
        const group = this.#rows.huntGroups.find(({ name, extension }) => [name, extension].includes(number));
        return group && { kind: "huntGroup", id: String(group.id) };
      }
      case "queue": {
        const queue = this.#rows.queues.find(({ name, extension }) => [name, extension].includes(number));
        return queue && { kind: "queue", id: String(queue.id) };
      }
      case "number":
        return numberTo(number);
      case "hangup":
        return { kind: "hangUp" };
      default:
        return undefined;
    }
  }

  /** A box has the name of the extension it belongs to. */
  mailbox(name: string | null): MailboxId | undefined {
    const box = this.#rows.voicemailBoxes.find((each) => each.name === name);
    return box && String(box.id);
  }
}

function numberTo(number: string): Destination | undefined {
  return number === "" ? undefined : { kind: "number", number };
}

/** Where a destination of a company leads; a mailbox without a number is that of the line. */
export async function findDestination(
  query: Kysely<DB>,
  customerId: number,
  endpointId: string | undefined,
  stored: StoredDestination,
): Promise<Destination | undefined> {
  const rows = await loadCompany(query, customerId);
  const line = rows?.phones.find(({ id }) => String(id) === endpointId);
  const finder = rows && new DestinationFinder(rows);
  return finder?.find(stored, finder.mailbox(line?.extension ?? null));
}
