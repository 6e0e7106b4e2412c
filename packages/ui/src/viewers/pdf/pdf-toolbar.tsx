import { ActionIcon } from "@mantine/core";
import { Download, ExternalLink, type LucideIcon, Minus, Plus, Printer, X } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./pdf-viewer.module.css";
import { MAX_PDF_ZOOM, MIN_PDF_ZOOM, zoomBy } from "./pdf-zoom.ts";

export interface PdfToolbarProps {
  readonly name: string;
  readonly page: number;
  readonly pageCount: number | undefined;
  readonly zoom: number;
  readonly onZoomChange: (zoom: number) => void;
  readonly onDownload: (() => void) | undefined;
  /** The page that is being made ready for the printer. */
  readonly printing: number | undefined;
  readonly onPrint: (() => void) | undefined;
  readonly onOpen: () => void;
  readonly onClose: (() => void) | undefined;
}

export function PdfToolbar(props: PdfToolbarProps): ReactNode {
  const { name, page, pageCount, zoom, onZoomChange, onDownload, printing, onPrint, onOpen, onClose } = props;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Document">
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.pages} data-numeric>
        {pageCount !== undefined && `Page ${page} of ${pageCount}`}
      </span>
      <span className={classes.zoom}>
        <Tool
          label="Zoom out"
          icon={Minus}
          isDisabled={zoom <= MIN_PDF_ZOOM}
          onClick={() => onZoomChange(zoomBy(zoom, -1))}
        />
        <output className={classes.percent} aria-label="Zoom" data-numeric>
          {zoom}%
        </output>
        <Tool
          label="Zoom in"
          icon={Plus}
          isDisabled={zoom >= MAX_PDF_ZOOM}
          onClick={() => onZoomChange(zoomBy(zoom, 1))}
        />
      </span>
      <span className={classes.acts}>
        {onDownload && <Tool label="Download" icon={Download} onClick={onDownload} />}
        <Tool
          label={printing === undefined ? "Print" : `Preparing page ${printing} of ${pageCount ?? printing}`}
          icon={Printer}
          isDisabled={!onPrint}
          isBusy={printing !== undefined}
          onClick={() => onPrint?.()}
        />
        <Tool label="Open in new window" icon={ExternalLink} onClick={onOpen} />
        {onClose && <Tool label="Close" icon={X} onClick={onClose} />}
      </span>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
}

function Tool({ label, icon: Icon, onClick, isDisabled = false, isBusy = false }: ToolProps): ReactNode {
  return (
    <ActionIcon aria-label={label} title={label} disabled={isDisabled} loading={isBusy} onClick={onClick}>
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
