import { useMemo } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { bestOfBook, useAllEntries } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useNamedChats } from "../../teams/index.ts";
import { CATEGORY_VIEWS, ownCategories } from "../found/categories.ts";
import type { CompletionSources, DayChoice } from "./completions.ts";

const MOST_PEOPLE = 6;
const DAY_MS = 86_400_000;

/** People, lines, places and days that operators can name; people are those who fit what is begun. */
export function useCompletionSources(typed: string): CompletionSources {
  const user = useUser();
  const { clock } = usePlatform().browser;
  const entries = useAllEntries();
  const chats = useNamedChats();
  const begun = /(?:from|to|with):"?([^"\s]*)$/i.exec(typed)?.[1];
  const people = useMemo(
    () =>
      begun === undefined || begun === ""
        ? entries.filter(({ userId }) => userId !== undefined).slice(0, MOST_PEOPLE)
        : bestOfBook(entries, begun, MOST_PEOPLE).map(({ entry }) => entry),
    [entries, begun],
  );
  const { phones, sms_lines, vox_boxes, fax_lines, features, effective_timezone: timeZone } = user;
  const places = [
    ...new Set(ownCategories(features).map((category) => CATEGORY_VIEWS[category].word)),
    ...chats.map(({ name }) => name),
  ];
  const lines = [
    ...phones.map(({ label }) => label),
    ...sms_lines.map(({ sms_linename }) => sms_linename),
    ...vox_boxes.map(({ label }) => label),
    ...fax_lines.map(({ fax_linename }) => fax_linename),
  ];
  return {
    people: people.map(({ name }) => name),
    lines: [...new Set(lines.filter((line) => line !== ""))],
    places,
    days: recentDays(clock.now(), timeZone),
  };
}

function recentDays(now: number, timeZone: string): readonly DayChoice[] {
  const iso = new Intl.DateTimeFormat("en-CA", { timeZone });
  const back = (days: number): string => iso.format(now - days * DAY_MS);
  return [
    { value: "today", label: "today" },
    { value: "yesterday", label: "yesterday" },
    { value: back(7), label: "a week ago" },
    { value: back(30), label: "30 days ago" },
    { value: `${back(0).slice(0, 4)}-01-01`, label: "January 1" },
  ];
}
