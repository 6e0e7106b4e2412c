import type { Timezone } from "@offhook/contract";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Country {
  readonly name: string;
  readonly code: string;
}

const isCountry = (value: unknown): value is Country =>
  typeof (value as Country | null)?.name === "string" && typeof (value as Country).code === "string";

/** Neither list changes while the console runs. One that failed is tried again when the dialog is next opened. */
const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false };

export interface Choices {
  readonly choices: readonly Choice[];
  readonly hasFailed: boolean;
}

/** The zones on offer, with the user's own among them also where the list does not have it. */
export function useTimezones(current: string): Choices {
  const { client } = usePlatform();
  const { data = [], isError } = useQuery({
    queryKey: ["timezones"],
    queryFn: () => client.listTimezones(),
    ...FOR_GOOD,
  });
  const offered = data.map(({ text, value }: Timezone): Choice => ({ value, label: text }));
  return { choices: withCurrent(offered, current), hasFailed: isError };
}

export function useCountries(current: string): Choices {
  const { browser } = usePlatform();
  const { data = [], isError } = useQuery({
    queryKey: ["countries"],
    queryFn: async (): Promise<readonly Country[]> => {
      const response = await browser.fetch("/countries.json");
      const list: unknown = response.ok ? await response.json() : undefined;
      if (!Array.isArray(list)) throw new Error("The list of countries could not be loaded");
      return list.filter(isCountry);
    },
    ...FOR_GOOD,
  });
  const offered = data.map(({ name, code }): Choice => ({ value: code, label: name }));
  return { choices: withCurrent(offered, current), hasFailed: isError };
}

function withCurrent(offered: readonly Choice[], current: string): readonly Choice[] {
  if (current === "" || offered.some(({ value }) => value === current)) return offered;
  return [{ value: current, label: current }, ...offered];
}
