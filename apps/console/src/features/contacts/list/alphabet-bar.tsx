import type { ReactNode } from "react";
import classes from "./alphabet-bar.module.css";

const LATIN = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

export interface AlphabetBarProps {
  /** The letters there are, with the row each begins at. */
  readonly letters: ReadonlyMap<string, number>;
  readonly onJump: (letter: string) => void;
}

/** Leads to a letter. Other scripts stand behind the Latin one, each once; `#` is for what begins with no letter. */
export function AlphabetBar({ letters, onJump }: AlphabetBarProps): ReactNode {
  const others = [...letters.keys()].filter((letter) => !LATIN.includes(letter) && letter !== "#");
  const shown = [...LATIN, ...others.slice(0, MAX_OTHERS), "#"];
  return (
    <nav className={classes.bar} aria-label="Jump to a letter">
      {shown.map((letter) => (
        <button
          key={letter}
          type="button"
          className={classes.letter}
          disabled={!letters.has(letter)}
          aria-label={letter === "#" ? "Other signs" : letter}
          onClick={() => onJump(letter)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}

const MAX_OTHERS = 6;
