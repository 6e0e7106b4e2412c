import { CloseButton } from "@mantine/core";
import { SEARCH_CATEGORIES, type SearchCategory } from "@offhook/contract";
import { EmptyState, useLoadingShown } from "@offhook/ui";
import { SearchHighlight } from "@offhook/ui/text";
import { useRouter, useSearch } from "@tanstack/react-router";
import { Search, SearchX } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useSettled } from "../../../platform/rendering/use-settled.ts";
import { useUser } from "../../session/index.ts";
import { CATEGORY_VIEWS, ownCategories } from "../found/categories.ts";
import { useKnownSections } from "../known/use-known-things.ts";
import { FilterButtons, FilterStrip } from "../query/filter-strip.tsx";
import { type Found, useFound } from "../service/use-found.ts";
import { useRefreshedSearch } from "../service/use-refreshed-search.ts";
import { CategoryTabs } from "./category-tabs.tsx";
import { Failed, FoundSection, KnownList, SectionsSkeleton } from "./found-sections.tsx";
import classes from "./search-page.module.css";

const MOST_KNOWN = 12;
const HELP = "Words in any order, part of a number, or a filter such as from:ana or before:yesterday";

interface SearchAddress {
  readonly q?: string;
  readonly category?: string;
}

/** `/search?q=`: everything that was found, by category. The address says what is searched for. */
export function SearchPage(): ReactNode {
  const { q = "", category } = useSearch({ strict: false }) as SearchAddress;
  useRefreshedSearch();
  const found = useFound(q, true);
  const { features } = useUser();
  const own = ownCategories(features);
  const chosen = SEARCH_CATEGORIES.find((each) => each === category && own.includes(each));
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = page.current;
    const press = (event: globalThis.KeyboardEvent): void => walk(event, element);
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, []);
  return (
    <div ref={page} className={classes.page}>
      <div className={classes.column}>
        <SearchField q={q} category={chosen} />
        {q !== "" && (
          <>
            <CategoryTabs q={q} chosen={chosen} categories={own} totals={found.page?.totals ?? {}} />
            <SearchHighlight query={q}>
              <Results
                key={q}
                q={q}
                found={found}
                shown={chosen === undefined ? own : [chosen]}
                isAlone={chosen !== undefined}
              />
            </SearchHighlight>
          </>
        )}
        {q === "" && (
          <EmptyState icon={Search}>
            Search people, texts, calls, voicemails, faxes, chats and tasks. Part of a word or a number is
            enough.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

/** Arrow keys go from the field to the results and through them. */
function walk(event: globalThis.KeyboardEvent, page: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.isComposing || !page) return;
  const stops = [...page.querySelectorAll<HTMLElement>("input, a[data-found]")];
  const at = stops.findIndex((stop) => stop.matches(":focus"));
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

interface SearchFieldProps {
  readonly q: string;
  readonly category: SearchCategory | undefined;
}

function SearchField({ q, category }: SearchFieldProps): ReactNode {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  // Back and forward: the address says what is looked for.
  const [given, setGiven] = useState(q);
  if (q !== given) {
    setGiven(q);
    if (typed.trim() !== q) setTyped(q);
  }
  const settled = useSettled(typed.trim());
  const follow = useEffectEvent((text: string) => {
    if (text !== q && text === typed.trim()) router.history.replace(paths.search({ q: text, category }));
  });
  useEffect(() => follow(settled), [settled]);
  const change = (text: string): void => {
    setTyped(text);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (typed.trim() !== q) router.history.push(paths.search({ q: typed.trim(), category }));
  };
  return (
    <search className={classes.head}>
      <div className={classes.field}>
        <Search size={18} aria-hidden="true" className={classes.glass} />
        <input
          ref={input}
          className={classes.input}
          type="text"
          aria-label="Search everything"
          placeholder="Search everything"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
        />
        {typed !== "" && <CloseButton aria-label="Clear" onClick={() => change("")} />}
      </div>
      <div className={classes.strip}>
        <FilterStrip typed={typed} onChange={change} help={<span className={classes.help}>{HELP}</span>} />
      </div>
      <FilterButtons typed={typed} onChange={change} />
    </search>
  );
}

interface ResultsProps {
  readonly q: string;
  readonly found: Found;
  readonly shown: readonly SearchCategory[];
  /** One category alone was chosen. */
  readonly isAlone: boolean;
}

function Results({ q, found, shown, isAlone }: ResultsProps): ReactNode {
  const { page, status, retry } = found;
  const known = useKnownSections(q, MOST_KNOWN).filter(({ category }) => shown.includes(category));
  const isLoading = useLoadingShown(status === "searching" && known.length === 0);
  if (page) {
    const hits = shown.filter((each) => page.items[each].length > 0 || page.failed.includes(each));
    if (shown.every((each) => page.failed.includes(each)))
      return <Failed onRetry={retry}>Search failed. Try again later</Failed>;
    if (hits.length === 0) return <NothingFound q={q} category={isAlone ? shown[0] : undefined} />;
    return hits.map((category) => (
      <FoundSection key={category} q={q} category={category} page={page} onRetry={retry} />
    ));
  }
  if (isLoading) return <SectionsSkeleton />;
  return (
    <>
      {status === "offline" && (
        <p className={classes.note} role="status">
          You're offline. Only what this device knows is shown.
        </p>
      )}
      {status === "failed" && <Failed onRetry={retry}>Search failed. Try again later</Failed>}
      {known.map(({ category, items }) => (
        <KnownList key={category} q={q} category={category} items={items} />
      ))}
      {known.length === 0 && status === "offline" && <NothingFound q={q} category={undefined} />}
    </>
  );
}

interface NothingFoundProps {
  readonly q: string;
  readonly category: SearchCategory | undefined;
}

function NothingFound({ q, category }: NothingFoundProps): ReactNode {
  const where = category === undefined ? "" : ` in ${CATEGORY_VIEWS[category].title.toLowerCase()}`;
  return (
    <EmptyState icon={SearchX}>
      Nothing found for “{q}”{where}. Try fewer words or another filter.
    </EmptyState>
  );
}
