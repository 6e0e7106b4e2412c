import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

export interface WordmarkProps {
  /** Height of the mark in pixels; the letters follow. */
  readonly height?: number;
}

/** The mark and the name, drawn, so that it looks alike where fonts differ. Takes the color of the text around it. */
export function Wordmark({ height = 32 }: WordmarkProps): ReactNode {
  return (
    <span
      role="img"
      aria-label="Offhook"
      style={{ display: "inline-flex", alignItems: "center", gap: height * 0.3 }}
    >
      <Logo size={height} label="" />
      <svg
        viewBox="0 0 96 24"
        height={height * 0.68}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <circle cx="9.3" cy="12" r="7.7" />
        <path d="M23.6 19.7V8.2a4 4 0 0 1 4-4h.4M21 10h6.2" />
        <path d="M32.8 19.7V8.2a4 4 0 0 1 4-4h.4M30.2 10h6.2" />
        <path d="M42.2 4.2v15.5M42.2 14.2a4.4 4.4 0 0 1 8.8 0v5.5" />
        <circle cx="60.6" cy="14.8" r="4.9" />
        <circle cx="74.6" cy="14.8" r="4.9" />
        <path d="M84.4 4.2v15.5M92 10l-7.4 6M87.6 13.6l5 6.1" />
      </svg>
    </span>
  );
}
