import { SEARCH_COUNTED, type SearchCategory, type SearchResult } from "@offhook/contract";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { CATEGORY_VIEWS, countText } from "../found/categories.ts";
import classes from "./category-tabs.module.css";
import { ResultLink } from "./result-link.tsx";

export interface CategoryTabsProps {
  readonly q: string;
  readonly chosen: SearchCategory | undefined;
  readonly categories: readonly SearchCategory[];
  readonly totals: SearchResult["totals"];
}

/** All categories, or one, with how much there is in each. */
export function CategoryTabs({ q, chosen, categories, totals }: CategoryTabsProps): ReactNode {
  return (
    <nav className={classes.tabs} aria-label="Categories">
      <Tab to={paths.search({ q })} isChosen={chosen === undefined} title="All" />
      {categories.map((category) => (
        <Tab
          key={category}
          to={paths.search({ q, category })}
          isChosen={chosen === category}
          title={CATEGORY_VIEWS[category].title}
          total={totals[category]}
        />
      ))}
    </nav>
  );
}

interface TabProps {
  readonly to: string;
  readonly isChosen: boolean;
  readonly title: string;
  readonly total?: number | undefined;
}

function Tab({ to, isChosen, title, total = 0 }: TabProps): ReactNode {
  return (
    <ResultLink to={to} className={classes.tab} isCurrent={isChosen}>
      {title}
      {total > 0 && (
        <span className={classes.count} data-numeric>
          {countText(total, SEARCH_COUNTED)}
        </span>
      )}
    </ResultLink>
  );
}
