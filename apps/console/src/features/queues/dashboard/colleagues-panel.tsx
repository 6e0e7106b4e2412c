import { Avatar } from "@offhook/ui";
import type { ReactNode } from "react";
import { usePeople } from "../../contacts/index.ts";
import { useNow } from "../../settings/index.ts";
import { useAgentBoardState, useOwnLines } from "./agent-board-context.ts";
import { type Colleague, colleaguesOf } from "./agent-standing.ts";
import { Panel, PanelNote } from "./panel.tsx";
import { Row, Rows } from "./rows.tsx";
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
        <Rows label="Colleagues" items={colleagues} keyOf={({ key }) => key}>
          {(colleague) => <ColleagueRow colleague={colleague} now={now} />}
        </Rows>
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
    <Row
      start={
        <Avatar
          name={name}
          photo={person?.photo ?? undefined}
          seed={person?.id ?? name}
          size={36}
          isDecorative
        />
      }
      name={name}
      about={queues.join(", ")}
    >
      <StandingTag standing={colleague} now={now} />
    </Row>
  );
}
