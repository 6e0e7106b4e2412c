import type { Person } from "@offhook/contract";
import { formatPhone, lookupKey } from "@offhook/telephony";
import type { Presence } from "@offhook/ui";
import { usePeople } from "../../contacts/index.ts";
import type { ActiveCall } from "../phone/phone.ts";

/** Who is at the other end, as every place that shows a call says it. */
export interface CallParty {
  readonly name: string;
  /** The formatted number; empty where it would only repeat the name. */
  readonly number: string;
  readonly photo: string | undefined;
  /** Keeps the colour of the picture. */
  readonly seed: string;
  readonly contactId: string | undefined;
}

export const PRESENCE: Readonly<Record<Person["presence"], Presence>> = {
  0: "offline",
  1: "online",
  2: "away",
};

/** The colleague with this extension, while it is a colleague's. */
export function useColleague(number: string): Person | undefined {
  const key = lookupKey(number);
  return usePeople(({ byUserId }) =>
    key?.mayBeExtension
      ? [...byUserId.values()].find((person) => person.extension === key.number)
      : undefined,
  );
}

type Named = Pick<ActiveCall, "number" | "caller">;

export function useCallParty({ number, caller }: Named): CallParty {
  const colleague = useColleague(number);
  const shown = formatPhone(number);
  const isHidden = lookupKey(number) === undefined;
  const name = colleague?.name || (isDigits(caller) ? "" : caller) || (isHidden ? "Private number" : shown);
  return {
    name,
    number: isHidden || name === shown ? "" : colleague ? `Ext. ${number}` : shown,
    photo: colleague?.photo ?? undefined,
    seed: colleague?.id ?? (number === "" ? name : number),
    contactId: colleague?.id,
  };
}

/** Carriers without names put the number in their place. */
function isDigits(caller: string): boolean {
  return /^\+?[\d\s()-]*$/.test(caller);
}
