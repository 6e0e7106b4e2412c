import type { ReactNode } from "react";

const HANDSET =
  "M4.8 13.6c0-4.8 4.9-7.3 11.2-7.3s11.2 2.5 11.2 7.3v1.6a1.7 1.7 0 0 1-1.7 1.7h-3.8a1.7 1.7 0 0 1-1.7-1.7v-1.7c0-.9-1.7-1.5-4-1.5s-4 .6-4 1.5v1.7a1.7 1.7 0 0 1-1.7 1.7H6.5a1.7 1.7 0 0 1-1.7-1.7z";
const HOOK = "M12.4 21.4v1.8a2.2 2.2 0 0 0 2.2 2.2h7.6a2.2 2.2 0 0 0 2.2-2.2v-1.8";

export interface LogoProps {
  readonly size?: number;
  /** Beside the written name the mark says nothing new to a screen reader: pass an empty string there. */
  readonly label?: string;
}

/** The mark: a handset, lifted off its hook. `favicon.svg` is the same drawing as a file. */
export function Logo({ size = 32, label = "Offhook" }: LogoProps): ReactNode {
  if (label === "") {
    return (
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
        <Drawing />
      </svg>
    );
  }
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} role="img" aria-label={label}>
      <Drawing />
    </svg>
  );
}

function Drawing(): ReactNode {
  return (
    <>
      <rect width="32" height="32" rx="8" fill="#0a6b84" />
      <path transform="rotate(-20 16 11.5)" fill="#fff" d={HANDSET} />
      <path
        fill="none"
        stroke="#89cee7"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d={HOOK}
      />
    </>
  );
}
