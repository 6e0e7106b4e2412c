import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { breakpoints } from "../../theme/theme.ts";
import classes from "./pdf-viewer.module.css";
import { PdfViewer, type PdfViewerProps } from "./pdf-viewer.tsx";

export interface PdfDialogProps extends Omit<PdfViewerProps, "onClose"> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The viewer over the page, its toolbar as the dialog's head; on a small screen it takes all of it. */
export function PdfDialog({ isOpen, ...viewer }: PdfDialogProps): ReactNode {
  const isSmall = useMediaQuery(`(max-width: calc(${breakpoints.md} - 0.01em))`);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={viewer.onClose}
      size="min(1120px, 96vw)"
      centered
      fullScreen={isSmall}
      {...(isSmall ? { styles: { content: { border: 0 } } } : {})}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={viewer.name}>
        <div className={classes.dialog} data-small={isSmall || undefined}>
          <PdfViewer {...viewer} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
