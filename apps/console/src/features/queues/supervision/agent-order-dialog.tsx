import { NumberInput } from "@mantine/core";
import {
  MAX_PENALTY,
  MAX_POSITION,
  type QueueAgentPlace,
  type QueueAgentStatus,
  type QueueStatus,
} from "@offhook/contract";
import { FormDialog } from "@offhook/ui";
import { DialogForm } from "@offhook/ui/dialog-form";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useAct, useSupervisionBoard } from "./supervision-context.ts";

export interface AgentOrderDialogProps {
  readonly queue: QueueStatus;
  readonly agent: QueueAgentStatus;
  readonly onClose: () => void;
}

/** Whom the queue rings first. */
export function AgentOrderDialog({ queue, agent, onClose }: AgentOrderDialogProps): ReactNode {
  const act = useAct();
  const places = useStore(useSupervisionBoard().places);
  const isOwn = ({ queue_id, phone }: QueueAgentPlace): boolean =>
    queue_id === queue.queue_id && phone === agent.phone;
  const place = places.find(isOwn);
  const [penalty, setPenalty] = useState<number | string>(place?.penalty ?? 0);
  const [position, setPosition] = useState<number | string>(place?.position ?? 0);
  const save = (): void => {
    const order = { queue: queue.queue_id, phone: agent.phone };
    const numbers = { penalty: Number(penalty), position: Number(position) };
    act((board) => board.order({ ...order, ...numbers }), "Order saved");
    onClose();
  };
  return (
    <FormDialog opened onClose={onClose} title={`${agent.name} in ${queue.name}`}>
      <DialogForm onSubmit={save} onCancel={onClose}>
        <NumberInput
          label="Penalty"
          description="Agents with a higher penalty ring only when no one with a lower one can."
          min={0}
          max={MAX_PENALTY}
          allowDecimal={false}
          value={penalty}
          onChange={setPenalty}
        />
        <NumberInput
          label="Position"
          description="Lower positions come first when agents take turns."
          min={0}
          max={MAX_POSITION}
          allowDecimal={false}
          value={position}
          onChange={setPosition}
        />
      </DialogForm>
    </FormDialog>
  );
}
