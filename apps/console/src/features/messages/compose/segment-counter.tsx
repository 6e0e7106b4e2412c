import { MAX_SMS_LENGTH } from "@offhook/contract";
import { countSegments } from "@offhook/telephony/texts";
import type { ReactNode } from "react";
import classes from "./composer.module.css";

/** How many messages the carrier will count, and what is left in the last one. */
export function SegmentCounter({ text }: { readonly text: string }): ReactNode {
  if (text === "") return null;
  const { encoding, segments, remaining } = countSegments(text);
  const parts = segments === 1 ? "1 segment" : `${segments} segments`;
  const title =
    encoding === "UCS-2"
      ? "Contains special characters or emoji, so fewer characters fit in each segment."
      : "The carrier bills each segment.";
  return (
    <span className={classes.counter} title={title} data-full={text.length >= MAX_SMS_LENGTH || undefined}>
      {remaining} left · {parts} · {encoding}
    </span>
  );
}
