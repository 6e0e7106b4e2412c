import type { QueueAgentStatus, QueueStatus } from "@offhook/contract";
import { ActionMenu, type MenuAction } from "@offhook/ui";
import { EllipsisVertical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { Row, RowEnd, Rows } from "../dashboard/rows.tsx";
import { StandingTag } from "../dashboard/standing-tag.tsx";
import { AgentOrderDialog } from "./agent-order-dialog.tsx";
import { useAct, useSupervisionBoard } from "./supervision-context.ts";

const TICK_MS = 1_000;

/** The agents of one queue, with what they do and what can be done for them. */
export function AgentsPanel({ queue }: { readonly queue: QueueStatus }): ReactNode {
  const { queue_id, name, agents, waiting } = queue;
  const places = useStore(useSupervisionBoard().places).filter((place) => place.queue_id === queue_id);
  const placeOf = ({ phone }: QueueAgentStatus): number => places.findIndex((place) => place.phone === phone);
  const sorted = agents.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <Panel heading={name} aside={<PanelNote>{waiting.length} waiting</PanelNote>}>
      {sorted.length === 0 ? (
        <PanelNote>No one serves this queue.</PanelNote>
      ) : (
        <Rows label={`Agents of ${name}`} items={sorted} keyOf={({ phone }) => phone}>
          {(agent) => <AgentRow queue={queue} agent={agent} />}
        </Rows>
      )}
    </Panel>
  );
}

interface AgentRowProps {
  readonly queue: QueueStatus;
  readonly agent: QueueAgentStatus;
}

function AgentRow({ queue, agent }: AgentRowProps): ReactNode {
  const now = useNow(TICK_MS);
  const [isOrdering, setIsOrdering] = useState(false);
  const actions = useAgentActions(queue, agent);
  const order: MenuAction = { label: "Change order…", onSelect: () => setIsOrdering(true) };
  return (
    <Row name={agent.name} about={agent.extension ?? ""} wraps>
      <RowEnd>
        <StandingTag standing={agent} now={now} />
        <ActionMenu
          label={`Actions for ${agent.name} in ${queue.name}`}
          icon={EllipsisVertical}
          actions={[...actions, order]}
        />
      </RowEnd>
      {isOrdering && <AgentOrderDialog queue={queue} agent={agent} onClose={() => setIsOrdering(false)} />}
    </Row>
  );
}

function useAgentActions(queue: QueueStatus, agent: QueueAgentStatus): readonly MenuAction[] {
  const act = useAct();
  const reasons = useStore(useSupervisionBoard().floor, ({ pauseReasons }) => pauseReasons);
  const { phone, name, state } = agent;
  const ref = { queue: queue.queue_id, phone };
  if (state === "loggedOut")
    return [
      {
        label: `Sign in to ${queue.name}`,
        onSelect: () => act((board) => board.signIn(ref), `${name} is signed in to ${queue.name}`),
      },
    ];
  const pauses = reasons.map((reason) => ({
    label: `Pause: ${reason}`,
    onSelect: () => act((board) => board.pause(phone, reason), `${name} is paused`),
  }));
  const resume = {
    label: "Resume",
    onSelect: () => act((board) => board.resume(phone), `${name} is resumed`),
  };
  return [
    ...(state === "paused" ? [resume] : pauses),
    {
      label: `Sign out of ${queue.name}`,
      isDestructive: true,
      onSelect: () => act((board) => board.signOut(ref), `${name} is signed out of ${queue.name}`),
    },
  ];
}
