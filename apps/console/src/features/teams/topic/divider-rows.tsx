import { dateWords } from "@offhook/ui/format";
import { StreamDivider } from "@offhook/ui/stream-divider";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { SystemEvent } from "../store/message.ts";
import { systemWords } from "./system-words.ts";
import classes from "./topic-view.module.css";
import type { Names } from "./use-names.ts";

/** The day that begins here, in the words of lists; what was a minute ago was still today. */
export function DayRow({ at, timeZone }: { readonly at: number; readonly timeZone: string }): ReactNode {
  const { clock } = usePlatform().browser;
  const words = dateWords({ at, now: clock.now(), timeZone });
  return <StreamDivider>{/Now$|Ago$/.test(words) ? "Today" : words}</StreamDivider>;
}

export function UnreadRow(): ReactNode {
  return <StreamDivider accent="var(--mantine-color-error)">New</StreamDivider>;
}

export function SystemRow({
  event,
  names,
}: {
  readonly event: SystemEvent;
  readonly names: Names;
}): ReactNode {
  return <p className={classes.system}>{systemWords(event, names.nameOf)}</p>;
}
