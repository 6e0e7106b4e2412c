import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { usePhoneState } from "../calls/index.ts";
import { PassedOverCalls } from "./passed-over-calls.tsx";
import { RingCheckList } from "./ring-check-list.tsx";

export interface RingDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const WIDTH = 480;

export function RingDialog({ isOpen, onClose }: RingDialogProps): ReactNode {
  useCloseAtAnswer(isOpen, onClose);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Will I ring?" size={WIDTH}>
      <RingCheckList />
      <PassedOverCalls />
    </Modal>
  );
}

/** Whoever answers wants to see the call, and the button that ends it. */
function useCloseAtAnswer(isOpen: boolean, onClose: () => void): void {
  const talks = usePhoneState(({ calls }) => calls.filter(({ phase }) => phase === "active").length);
  const before = useRef(talks);
  const follow = useEffectEvent((now: number) => {
    if (isOpen && now > before.current) onClose();
    before.current = now;
  });
  useEffect(() => follow(talks), [talks]);
}
