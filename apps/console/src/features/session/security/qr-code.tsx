import type { ReactNode } from "react";
import { encode } from "uqr";
import classes from "./security-panel.module.css";

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** One path of squares. Dark on white in every theme: many cameras do not read it the other way round. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { data, size } = encode(text, { border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <div className={classes.code}>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
        <path fill="#000" d={squares.join("")} />
      </svg>
    </div>
  );
}
