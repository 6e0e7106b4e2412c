import type { Person } from "@offhook/contract";
import { formatPhone, lookupKey } from "@offhook/telephony";
import type { Presence } from "@offhook/ui";
import { useCaller } from "../../contacts/index.ts";
import type { ActiveCall } from "../phone/calls/active-call.ts";

/** The person at the other end, as every place that shows a call names them. */
export interface CallParty {
  readonly name: string;
  /** The formatted number; empty where it would only repeat the name. */
  readonly number: string;
  readonly photo: string | undefined;
  /** Keeps the color of the picture. */
  readonly seed: string;
  /** Undefined for somebody nobody has in the address book. */
  readonly contactId: string | undefined;
  readonly organization: string;
}

export const PRESENCE: Readonly<Record<Person["presence"], Presence>> = {
  0: "offline",
  1: "online",
  2: "away",
};

type Named = Pick<ActiveCall, "number" | "caller">;

/** Names of contacts come before what the phone system says; a number without any name stands for itself. */
export function useCallParty({ number, caller }: Named): CallParty {
  const known = useCaller(number);
  const shown = formatPhone(number);
  const isHidden = lookupKey(number) === undefined;
  const told = isDigits(caller) ? "" : caller;
  const name = known.name || told || (isHidden ? "Private number" : shown);
  const isExtension = known.source === "corporate" && number === shown;
  return {
    name,
    number: isHidden || name === shown ? "" : isExtension ? `Ext. ${number}` : shown,
    photo: known.photo ?? undefined,
    seed: known.contactId ?? (number === "" ? name : number),
    contactId: known.contactId ?? undefined,
    organization: known.organization,
  };
}

/** Carriers without names put the number in their place. */
function isDigits(caller: string): boolean {
  return /^\+?[\d\s()-]*$/.test(caller);
}
