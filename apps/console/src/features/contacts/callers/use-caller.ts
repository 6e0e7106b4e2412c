import type { Caller, Person } from "@offhook/contract";
import { lookupKey } from "@offhook/telephony";
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import { usePeople } from "../contacts-context.ts";
import type { NumberLookup } from "./number-lookup.ts";

const NumberLookupContext = createServiceContext<NumberLookup>("NumberLookup");
export const NumberLookupProvider = NumberLookupContext.Provider;

export function useNumberLookup(): NumberLookup {
  return useService(NumberLookupContext);
}

const NOBODY: Omit<Caller, "number"> = {
  source: null,
  name: null,
  contactId: null,
  user_id: null,
  organization: "",
  label: "",
  photo: null,
  color: null,
  blocked: false,
  others: [],
};

/**
 * The person behind a number, now and whenever it changes. At first, and for a number nobody knows, `name` is null;
 * colleagues are known at once by their extension.
 */
export function useCaller(number: string): Caller {
  const lookup = useNumberLookup();
  const key = lookupKey(number);
  const known = useStore(lookup.state, ({ byKey }) => (key ? byKey.get(key.number) : undefined));
  const colleague = usePeople(({ byUserId }) => {
    if (known?.source === "corporate" && known.user_id !== null) return byUserId.get(known.user_id);
    if (known || !key?.mayBeExtension) return undefined;
    return [...byUserId.values()].find(({ extension }) => extension === key.number);
  });
  useEffect(() => lookup.watch(number), [lookup, number]);
  return useMemo(() => {
    const caller = { ...NOBODY, ...known, number };
    return colleague ? asColleague(caller, colleague) : caller;
  }, [known, colleague, number]);
}

/** Name and picture of a colleague are live already. */
function asColleague(caller: Caller, { id, user_id, name, photo, color }: Person): Caller {
  return {
    ...caller,
    source: "corporate",
    contactId: id,
    user_id,
    name,
    photo,
    color,
    label: caller.label || "extension",
  };
}
