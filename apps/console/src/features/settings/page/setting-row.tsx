import { createContext, type ReactNode, useContext, useId } from "react";
import classes from "./settings-page.module.css";

/** What the user typed into the search box of the settings page, folded for comparison. */
const SettingsSearchContext = createContext("");
export const SettingsSearchProvider = SettingsSearchContext.Provider;

export function foldForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .trim();
}

/** Every word typed must be found, in any order. */
function matchesSearch(texts: readonly string[], query: string): boolean {
  const haystack = foldForSearch(texts.join(" "));
  return query.split(/\s+/).every((word) => haystack.includes(word));
}

export function useIsFound(...texts: readonly string[]): boolean {
  const query = useContext(SettingsSearchContext);
  return query === "" || matchesSearch(texts, query);
}

/** What ties a control to its words. */
interface SettingIds {
  readonly controlId: string;
  readonly labelId: string;
  readonly descriptionId: string;
}

export interface SettingRowProps {
  readonly label: string;
  readonly description?: string;
  /** Other words people look for it by. */
  readonly keywords?: string;
  /** Puts the control under the words instead of beside them. */
  readonly isWide?: boolean;
  readonly children: (ids: SettingIds) => ReactNode;
}

/** One setting: its name, a word of explanation and its control. Hidden while a search does not find it. */
export function SettingRow({
  label,
  description = "",
  keywords = "",
  isWide = false,
  children,
}: SettingRowProps): ReactNode {
  const id = useId();
  const isFound = useIsFound(label, description, keywords);
  if (!isFound) return null;
  const ids = { controlId: `${id}-control`, labelId: `${id}-label`, descriptionId: `${id}-description` };
  return (
    <div className={classes.row} data-setting data-wide={isWide || undefined}>
      <div className={classes.words}>
        <label className={classes.label} htmlFor={ids.controlId} id={ids.labelId}>
          {label}
        </label>
        <p className={classes.description} id={ids.descriptionId}>
          {description}
        </p>
      </div>
      <div className={classes.control}>{children(ids)}</div>
    </div>
  );
}
