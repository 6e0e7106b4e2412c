import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./pdf-viewer.module.css";
import { PdfViewer, type PdfViewerProps } from "./pdf-viewer.tsx";

export interface PdfDialogProps extends PdfViewerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function PdfDialog({ isOpen, onClose, ...viewer }: PdfDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} size="min(1120px, 96vw)" title={viewer.name} padding="xs">
      <div className={classes.dialog}>
        <PdfViewer {...viewer} />
      </div>
    </Modal>
  );
}
