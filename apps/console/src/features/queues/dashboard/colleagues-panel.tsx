import { Avatar, RowBoundary } from "@offhook/ui";
import type { ReactNode } from "react";
import { usePeople } from "../../contacts/index.ts";
import { useNow } from "../../settings/index.ts";
import { useAgentBoardState, useOwnLines } from "./agent-board-context.ts";
import { type Colleague, colleaguesOf } from "./agent-standing.ts";
import classes from "./colleagues-panel.module.css";
import { Panel, PanelNote } from "./panel.tsx";
import { StandingTag } from "./standing-tag.tsx";

const TICK_MS = 1_000;

/** Everyone else who serves the user's queues. */
export function ColleaguesPanel(): ReactNode {
  const queues = useAgentBoardState((state) => state.queues);
  const ownLines = useOwnLines();
  const now = useNow(TICK_MS);
  const colleagues = colleaguesOf(queues, ownLines);
  const free = colleagues.filter(({ state }) => state === "idle").length;
  return (
    <Panel heading="Colleagues" aside={colleagues.length > 0 && <PanelNote>{free} free</PanelNote>}>
      {colleagues.length === 0 ? (
        <PanelNote>No one else serves your queues.</PanelNote>
      ) : (
        <ul className={classes.colleagues} aria-label="Colleagues">
          {colleagues.map((colleague) => (
            <li key={colleague.key}>
              <RowBoundary item={colleague}>
                <ColleagueRow colleague={colleague} now={now} />
              </RowBoundary>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface ColleagueRowProps {
  readonly colleague: Colleague;
  readonly now: number;
}

function ColleagueRow({ colleague, now }: ColleagueRowProps): ReactNode {
  const { userId, queues } = colleague;
  const person = usePeople(({ byUserId }) => (userId === null ? undefined : byUserId.get(userId)));
  const name = person?.name || colleague.name;
  return (
    <div className={classes.colleague}>
      <Avatar
        name={name}
        photo={person?.photo ?? undefined}
        seed={person?.id ?? name}
        size={36}
        isDecorative
      />
      <span className={classes.who}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {queues.length > 0 && <span className={classes.queues}>{queues.join(", ")}</span>}
      </span>
      <StandingTag standing={colleague} now={now} />
    </div>
  );
}
