import type { SmsViewer } from "@offhook/contract";
import { Eye, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./viewers-line.module.css";

/** Pure. "Ines is replying", "Ines and Dev are viewing". */
export function viewerWords(viewers: readonly SmsViewer[]): string {
  const replying = viewers.filter(({ state }) => state === "replying");
  const shown = replying.length > 0 ? replying : viewers;
  const names = shown.map(({ name }) => name);
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
  return `${list} ${names.length > 1 ? "are" : "is"} ${replying.length > 0 ? "replying" : "viewing"}`;
}

/** Colleagues who look at the conversation or write in it. */
export function ViewersLine({ viewers }: { readonly viewers: readonly SmsViewer[] }): ReactNode {
  if (viewers.length === 0) return null;
  const isReplying = viewers.some(({ state }) => state === "replying");
  const Icon = isReplying ? PencilLine : Eye;
  return (
    <span className={classes.line} data-replying={isReplying || undefined}>
      <Icon size={13} aria-hidden="true" />
      <span className={classes.words}>{viewerWords(viewers)}</span>
    </span>
  );
}
