import type { NumberPlan } from "../ports/pbx-directory.ts";
import type { Destination, EndpointId, FaxLineConfig } from "./company-config.ts";
import { type CompanyPlan, digitsOf } from "./company-plan.ts";
import { readEmergency } from "./emergency/emergency-numbers.ts";

export type ServiceName = "echo" | "mailbox" | "callback" | "music";

const SERVICE_CODES: Readonly<Record<string, ServiceName>> = {
  "*43": "echo",
  "*97": "mailbox",
  "*98": "callback",
  "*99": "music",
};

/** Dialed to answer a call that rings for a colleague; with an extension behind it, for that one only. */
const GROUP_PICKUP = "*8";

/** Whose ringing call somebody wants to answer. */
export type PickUpFrom = "anybody" | { readonly endpointId: EndpointId };

export type DialedNumber =
  | { readonly kind: "destination"; readonly destination: Exclude<Destination, { kind: "number" }> }
  | { readonly kind: "service"; readonly service: ServiceName }
  | { readonly kind: "park" }
  | { readonly kind: "slot"; readonly slot: number }
  | { readonly kind: "groupPickUp"; readonly of: PickUpFrom }
  | { readonly kind: "emergency"; readonly number: string }
  | { readonly kind: "outside"; readonly e164: string; readonly country: string | undefined }
  | { readonly kind: "unknown" };

/** What somebody of this company means by a number. Emergency numbers come first, whatever else is configured. */
export function readDialed(plan: CompanyPlan, text: string, numbers: NumberPlan): DialedNumber {
  const number = text.replace(/[\s().-]/g, "");
  const { region } = plan.config;
  const emergency = readEmergency(plan, number);
  if (emergency !== undefined) return { kind: "emergency", number: emergency };
  const service = SERVICE_CODES[number];
  if (service) return { kind: "service", service };
  if (number === GROUP_PICKUP) return { kind: "groupPickUp", of: "anybody" };
  const own = plan.byExtension.get(number);
  if (own) return destinationOf(own);
  const mailboxId = number.startsWith("*") ? plan.mailboxByExtension.get(number.slice(1)) : undefined;
  if (mailboxId !== undefined)
    return { kind: "destination", destination: { kind: "mailbox", id: mailboxId } };
  const fetching = readParking(plan, number) ?? readGroupPickUp(plan, number);
  if (fetching) return fetching;
  const outside = readOutside(number, region, numbers);
  if (!outside) return { kind: "unknown" };
  // A call to one of our own public numbers need not leave the house.
  const inbound = plan.byPublicNumber.get(digitsOf(outside.e164));
  return inbound ? destinationOf(inbound) : { kind: "outside", ...outside };
}

const destinationOf = (destination: Destination): DialedNumber =>
  // A public number that leads to another number would have to be read again, maybe forever.
  destination.kind === "number" ? { kind: "unknown" } : { kind: "destination", destination };

function readParking({ config: { parking } }: CompanyPlan, number: string): DialedNumber | undefined {
  if (!parking) return undefined;
  if (number === parking.extension) return { kind: "park" };
  if (!/^\d{1,6}$/.test(number)) return undefined;
  const slot = Number(number);
  return slot >= parking.firstSlot && slot <= parking.lastSlot ? { kind: "slot", slot } : undefined;
}

/** After the mailboxes: where there is an extension 8101, `*8101` is its box, as a star before an extension always is. */
function readGroupPickUp({ byExtension }: CompanyPlan, number: string): DialedNumber | undefined {
  if (!number.startsWith(GROUP_PICKUP)) return undefined;
  const line = byExtension.get(number.slice(GROUP_PICKUP.length));
  return line?.kind === "endpoint"
    ? { kind: "groupPickUp", of: { endpointId: line.id } }
    : { kind: "unknown" };
}

function readOutside(
  number: string,
  region: string,
  numbers: NumberPlan,
): { readonly e164: string; readonly country: string | undefined } | undefined {
  if (!/^\+?\d{5,18}$/.test(number)) return undefined;
  const parsed = numbers.parse(number, region);
  if (parsed) return { e164: parsed.e164, country: parsed.country };
  // Digits that begin with a country code but without the plus: how numbers of other countries are stored.
  const international = /^\d{11,15}$/.test(number) ? numbers.parse(`+${number}`, region) : undefined;
  return international && { e164: international.e164, country: international.country };
}

export interface InboundNumber {
  readonly destination: Destination;
  /** Where the call goes when the caller turns out to be a fax machine. */
  readonly faxLine: FaxLineConfig | undefined;
}

/** The number as callers outside write it, read as one of ours. */
export function readInbound(plan: CompanyPlan, text: string, numbers: NumberPlan): InboundNumber | undefined {
  const find = (digits: string): InboundNumber | undefined => {
    const destination = plan.byPublicNumber.get(digits);
    return destination && { destination, faxLine: plan.sharedFaxLines.get(digits) };
  };
  const exact = find(digitsOf(text));
  if (exact) return exact;
  const parsed = numbers.parse(text, plan.config.region);
  return parsed && find(digitsOf(parsed.e164));
}
