import type { ReactNode } from "react";
import type { SystemEvent } from "../../store/message.ts";
import classes from "../topic-view.module.css";
import type { Names } from "../use-names.ts";
import { systemWords } from "./system-words.ts";

export interface SystemRowProps {
  readonly event: SystemEvent;
  readonly names: Names;
}

export function SystemRow({ event, names }: SystemRowProps): ReactNode {
  return <p className={classes.system}>{systemWords(event, names.nameOf)}</p>;
}
