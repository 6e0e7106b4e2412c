import type { Fax } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { useStore } from "zustand";
import { useUser } from "../session/index.ts";
import { useFaxesHub } from "./faxes-context.ts";
import { createFaxes, type Faxes } from "./store/faxes.ts";

export function useFaxes(): Faxes {
  return useFaxesHub().open(createFaxes);
}

/** The fax as the lists have it, which events keep up to date; undefined when none of them has it. */
export function useListedFax(id: string): Fax | undefined {
  const { list } = useFaxes();
  return useStore(list.state, () => list.of(id));
}

/** The name of a line as the user knows it. */
export function useFaxLineName(mailbox: string): string {
  const { fax_lines: lines } = useUser();
  return lines.find(({ fax_line }) => fax_line === mailbox)?.fax_linename || formatPhone(mailbox);
}
