import type { ReactNode } from "react";
import classes from "./list-skeleton.module.css";

export interface ListSkeletonProps {
  readonly rows?: number;
  readonly rowHeight?: number;
  readonly withAvatar?: boolean;
  readonly label?: string;
}

// Fixed, so that the shape does not change from one paint to the next.
const WIDTHS = ["62%", "48%", "71%", "55%", "66%", "43%"];

/** Gray rows in the shape of what comes, so that nothing jumps when it does. */
export function ListSkeleton(props: ListSkeletonProps): ReactNode {
  const { rows = 8, rowHeight = 60, withAvatar = true, label = "Loading" } = props;
  return (
    <div role="status" aria-label={label} className={classes.root}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never change places.
        <div key={index} className={classes.row} style={{ height: rowHeight }}>
          {withAvatar && <span className={classes.avatar} />}
          <span className={classes.lines}>
            <span className={classes.line} style={{ width: WIDTHS[index % WIDTHS.length] }} />
            <span className={classes.line} style={{ width: WIDTHS[(index + 2) % WIDTHS.length] }} />
          </span>
        </div>
      ))}
    </div>
  );
}
