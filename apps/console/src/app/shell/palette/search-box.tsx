import { ActionIcon } from "@mantine/core";
import { Kbd } from "@offhook/ui";
import { Search } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { currentPlatform } from "../../../features/settings/index.ts";
import classes from "./search-box.module.css";

export interface SearchBoxProps {
  /** Opens the search with what was typed so far, which may be nothing. */
  readonly onSearch: (query: string) => void;
}

/** The field in the top bar; on a small screen a button. The search itself is a dialog: what is typed goes there. */
export function SearchBox({ onSearch }: SearchBoxProps): ReactNode {
  return (
    <>
      <div className={classes.field}>
        <SearchField onSearch={onSearch} />
      </div>
      <ActionIcon size="lg" className={classes.button} aria-label="Search" onClick={() => onSearch("")}>
        <Search size={18} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

function SearchField({ onSearch }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState("");
  const type = (event: ChangeEvent<HTMLInputElement>): void => {
    const { value } = event.currentTarget;
    setTyped(value);
    // Taking the focus away from a half-composed character would lose it.
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    if (value !== "" && !isComposing) onSearch(value);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSearch(typed);
  };
  return (
    <div className={classes.box}>
      <Search size={16} className={classes.sign} aria-hidden="true" />
      <input
        type="search"
        className={classes.input}
        aria-label="Search"
        aria-haspopup="dialog"
        placeholder="Search or jump to…"
        autoComplete="off"
        value={typed}
        onChange={type}
        onCompositionEnd={(event) => onSearch(event.currentTarget.value)}
        onClick={() => onSearch(typed)}
        onKeyDown={press}
        onBlur={() => setTyped("")}
      />
      <span className={classes.keys} aria-hidden="true">
        <Kbd shortcut="Mod+K" platform={currentPlatform()} />
      </span>
    </div>
  );
}
