import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { RingCheckList } from "./ring-check-list.tsx";

export interface RingDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const WIDTH = 480;

export function RingDialog({ isOpen, onClose }: RingDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Will I ring?" size={WIDTH}>
      <RingCheckList />
    </Modal>
  );
}
