import type { QueueSendDestination } from "@offhook/contract";
import { assertNever } from "@offhook/kernel";
import type { CompanyConfig, Destination } from "@offhook/pbx";
import { findExtension } from "./find-extension.ts";

/** The phone system, as far as destinations ask it. */
export interface DestinationPhones {
  company(companyId: string): CompanyConfig | undefined;
  /** The endpoint with this name. */
  lineNamed(customerId: number, name: string): string | undefined;
}

/** Where a caller can be sent by somebody who leads: undefined for what the company does not have. */
export function findSendDestination(
  phones: DestinationPhones,
  customerId: number,
  wanted: QueueSendDestination,
): Destination | undefined {
  const config = phones.company(String(customerId));
  switch (wanted.type) {
    case "extension":
      return config && findExtension(config, wanted.extension);
    case "voicemail": {
      const box = config?.mailboxes.find(({ name }) => name === wanted.box);
      return box && { kind: "mailbox", id: box.id };
    }
    case "park":
      return { kind: "park", slot: wanted.slot };
    case "line": {
      const id = phones.lineNamed(customerId, wanted.phone);
      return id === undefined ? undefined : { kind: "endpoint", id };
    }
    default:
      return assertNever(wanted);
  }
}

/** As the list of acts tells it. */
export function wordsOfDestination(destination: QueueSendDestination): string {
  switch (destination.type) {
    case "extension":
      return `Extension ${destination.extension}`;
    case "voicemail":
      return `Voicemail ${destination.box}`;
    case "park":
      return destination.slot === undefined ? "Parking" : `Parking slot ${destination.slot}`;
    case "line":
      return `Line ${destination.phone}`;
    default:
      return assertNever(destination);
  }
}
