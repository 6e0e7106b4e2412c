import { type ReactNode, useState } from "react";
import type { CallQuality } from "../../phone/calls/active-call.ts";
import { qualityNumbers, qualityWords } from "../call-words.ts";
import classes from "./quality-line.module.css";

const BARS = [1, 2, 3] as const;
const FILLED = { good: 3, fair: 2, poor: 1 } as const;

/** How the line is at this moment and why, in plain words; the numbers behind it on demand. */
export function QualityLine({ quality }: { readonly quality: CallQuality }): ReactNode {
  const [hasNumbers, setHasNumbers] = useState(false);
  const { tone, word, cause, advice } = qualityWords(quality);
  return (
    <button
      type="button"
      className={classes.line}
      data-tone={tone}
      aria-expanded={hasNumbers}
      onClick={() => setHasNumbers((had) => !had)}
    >
      <span className={classes.bars} aria-hidden="true">
        {BARS.map((bar) => (
          <span key={bar} data-filled={bar <= FILLED[tone] || undefined} />
        ))}
      </span>
      <span className={classes.words}>
        {word}: {cause}
        {tone !== "good" && advice !== "" && `. ${advice}`}
        {hasNumbers && <span className={classes.numbers}>{qualityNumbers(quality)}</span>}
      </span>
    </button>
  );
}
