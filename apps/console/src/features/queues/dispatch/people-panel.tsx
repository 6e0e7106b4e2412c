import type { DispatchLine } from "@offhook/contract";
import type { ReactNode } from "react";
import { usePeople } from "../../contacts/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { usePlace } from "./carrying.tsx";
import classes from "./dispatch.module.css";
import { useDispatch } from "./dispatch-context.ts";
import { deviceWords, LINE_WORDS, type LineState, linesInOrder } from "./dispatch-people.ts";

const AWAY = 2;

/** Everybody's line: who is free, on a call or away, and on which device. */
export function PeoplePanel(): ReactNode {
  const lines = useDispatch((state) => state.lines);
  const calls = useDispatch((state) => state.calls);
  const ordered = linesInOrder(lines, calls);
  const free = ordered.filter(({ state }) => state === "available").length;
  return (
    <Panel heading="People" aside={<PanelNote role="status">{free} available</PanelNote>}>
      <div className={classes.people}>
        {ordered.map(({ line, state }) => (
          <LinePlace key={line.phone} line={line} state={state} />
        ))}
      </div>
    </Panel>
  );
}

function LinePlace({ line, state }: { readonly line: DispatchLine; readonly state: LineState }): ReactNode {
  const person = usePeople(({ byUserId }) =>
    line.user_id === null ? undefined : byUserId.get(line.user_id),
  );
  const away = person?.presence === AWAY ? "Away" : undefined;
  // A status such as "At lunch" says more than that a phone is connected.
  const status = (state === "available" && (person?.statusName ?? away)) || LINE_WORDS[state];
  return (
    <div className={classes.place} data-state={state} {...usePlace(`line ${line.phone}`)}>
      <span className={classes.placeName} dir="auto">
        <span className={classes.dot} aria-hidden="true" />
        {line.name}
      </span>
      <span className={classes.dim}>
        {[line.extension, status, deviceWords(line)].filter(Boolean).join(" · ")}
      </span>
    </div>
  );
}
