import { Button } from "@mantine/core";
import { SEARCH_COUNTED, type SearchCategory } from "@offhook/contract";
import { ListSkeleton, RowBoundary } from "@offhook/ui";
import { type ReactNode, useId } from "react";
import { useNow } from "../../settings/index.ts";
import { useChatNames } from "../../teams/index.ts";
import { CATEGORY_VIEWS, countText } from "../found/categories.ts";
import type { FoundItem } from "../found/found-item.ts";
import { FoundLine } from "../found/found-line.tsx";
import type { FoundPage } from "../service/ask-search.ts";
import { useMoreFound } from "../service/use-found.ts";
import classes from "./found-sections.module.css";
import { ResultLink } from "./result-link.tsx";

const TICK_MS = 60_000;
const ROW_HEIGHT = 56;

export interface FoundSectionProps {
  readonly q: string;
  readonly category: SearchCategory;
  readonly page: FoundPage;
  readonly onRetry: () => void;
}

/** What was found of one category, and the way to more of it. */
export function FoundSection({ q, category, page, onRetry }: FoundSectionProps): ReactNode {
  const more = useMoreFound(q, category, page);
  const { title } = CATEGORY_VIEWS[category];
  const total = page.totals[category];
  if (page.failed.includes(category)) {
    return (
      <Block title={title} count="">
        <Failed onRetry={onRetry}>Search failed. Try again later</Failed>
      </Block>
    );
  }
  return (
    <Block title={title} count={total === undefined ? "" : countText(total, SEARCH_COUNTED)}>
      <FoundList q={q} items={joined(page.items[category], more.items)} />
      {more.status === "failed" && more.load && <Failed onRetry={more.load}>Failed to load more data</Failed>}
      {more.status !== "failed" && more.load && (
        <Button
          className={classes.more}
          variant="subtle"
          size="xs"
          loading={more.status === "loading"}
          onClick={more.load}
        >
          More {title.toLowerCase()}
        </Button>
      )}
    </Block>
  );
}

export interface FailedProps {
  readonly onRetry: () => void;
  readonly children: string;
}

/** In one line: the other categories are what the user looks at. */
export function Failed({ onRetry, children }: FailedProps): ReactNode {
  return (
    <p className={classes.failed} role="alert">
      {children}
      <Button variant="subtle" size="compact-xs" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

/** What came meanwhile moves rows from one page to the next: each is shown once. */
function joined(first: readonly FoundItem[], others: readonly FoundItem[]): readonly FoundItem[] {
  return [...new Map([...first, ...others].map((item) => [item.key, item])).values()];
}

export interface KnownListProps {
  readonly q: string;
  readonly category: SearchCategory;
  readonly items: readonly FoundItem[];
}

/** What this device knows of a category. */
export function KnownList({ q, category, items }: KnownListProps): ReactNode {
  return (
    <Block title={CATEGORY_VIEWS[category].title} count="">
      <FoundList q={q} items={items} />
    </Block>
  );
}

interface BlockProps {
  readonly title: string;
  readonly count: string;
  readonly children: ReactNode;
}

function Block({ title, count, children }: BlockProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
        {count !== "" && (
          <span className={classes.count} data-numeric>
            {" "}
            {count}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}

function FoundList({ q, items }: { readonly q: string; readonly items: readonly FoundItem[] }): ReactNode {
  const now = useNow(TICK_MS);
  const names = useChatNames();
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.key}>
          <RowBoundary item={item}>
            <ResultLink to={item.to} className={classes.row} isFound>
              <FoundLine item={item} words={q} now={now} names={names} />
            </ResultLink>
          </RowBoundary>
        </li>
      ))}
    </ul>
  );
}

export function SectionsSkeleton(): ReactNode {
  return (
    <div className={classes.skeleton}>
      <ListSkeleton rowHeight={ROW_HEIGHT} />
    </div>
  );
}
