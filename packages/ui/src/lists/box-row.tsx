import type { ReactNode } from "react";
import classes from "./box-row.module.css";

export interface BoxRowProps {
  readonly avatar: ReactNode;
  readonly isNew: boolean;
  readonly name: string;
  readonly when: string;
  /** Beside the pointer. */
  readonly whenInFull: string;
  /** What it says; left out where nothing is known of it. */
  readonly words?: ReactNode;
  /** Below, from its beginning. */
  readonly foot: ReactNode;
  /** Small signs at the end of the foot. */
  readonly marks?: ReactNode;
}

/** The height that the style sheet gives a row. */
export const BOX_ROW_HEIGHT = 76;

/** An item of a box, as voicemails and faxes are: whose, when, what, and below it what is known of it. */
export function BoxRow(props: BoxRowProps): ReactNode {
  const { avatar, isNew, name, when, whenInFull, words, foot, marks } = props;
  return (
    <div className={classes.row} data-new={isNew || undefined}>
      {avatar}
      {isNew && <span className={classes.dot} role="img" aria-label="New" />}
      <div className={classes.text}>
        <div className={classes.top}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} title={whenInFull}>
            {when}
          </time>
        </div>
        {words !== undefined && (
          <div className={classes.words} dir="auto">
            {words}
          </div>
        )}
        <div className={classes.foot}>
          {foot}
          <span className={classes.marks}>{marks}</span>
        </div>
      </div>
    </div>
  );
}

export interface BoxRowMarkProps {
  readonly tone?: "failed";
  readonly children: ReactNode;
}

/** A short word in the foot of a row, often behind an icon. */
export function BoxRowMark({ tone, children }: BoxRowMarkProps): ReactNode {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  );
}
