import { type ReactNode, useMemo } from "react";
import { encode } from "uqr";

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly size: number;
}

/** Dark on white in every theme: many cameras do not read the other way round. */
export function QrCode({ text, label, size }: QrCodeProps): ReactNode {
  // Four light modules around are part of the code.
  const { data, size: modules } = useMemo(() => encode(text, { ecc: "M", border: 4 }), [text]);
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules} ${modules}`}>
      <rect width={modules} height={modules} fill="#fff" rx={1.5} />
      <path d={pathOf(data)} fill="#10181c" shapeRendering="crispEdges" />
    </svg>
  );
}

/** One stroke for each run of dark modules of a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => {
      const runs = [
        ...row
          .map((isDark) => (isDark ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
      ];
      return runs.map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join("");
    })
    .join("");
}
