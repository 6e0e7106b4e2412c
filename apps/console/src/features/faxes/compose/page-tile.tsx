import { ActionIcon, Loader } from "@mantine/core";
import { ActionMenu } from "@offhook/ui";
import {
  ArrowLeft,
  ArrowRight,
  EllipsisVertical,
  FileText,
  RotateCw,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import type { LaidPage } from "./composed-pages.ts";
import type { LaidDocument } from "./fax-composing.ts";
import classes from "./new-fax.module.css";

/** Of drags: only a page of this tray is taken. */
const KIND = "application/x-offhook-page";

export interface PageTileProps {
  readonly page: LaidPage;
  readonly index: number;
  readonly count: number;
  readonly document: LaidDocument | undefined;
  readonly onOpen: () => void;
  readonly onMove: (to: number) => void;
  /** Another page was dropped on this one. */
  readonly onDropped: (key: string) => void;
  /** Its picture could not be loaded. */
  readonly onLost: (address: string) => void;
  readonly onTurn: () => void;
  readonly onRemove: () => void;
}

/** A page in small, with what can be done to it. */
export function PageTile(props: PageTileProps): ReactNode {
  const { page, index, count, document, onMove, onDropped, onTurn, onRemove } = props;
  const [isOver, setIsOver] = useState(false);
  const label = page.page === null ? (document?.name ?? "File") : `Page ${index + 1}`;
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
    const step = event.altKey ? steps[event.key] : undefined;
    if (step !== undefined) onMove(index + step);
    else if (event.key === "Delete") onRemove();
    else return;
    event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    setIsOver(false);
    const key = event.dataTransfer.getData(KIND);
    if (key === "") return;
    event.preventDefault();
    onDropped(key);
  };
  return (
    <li
      className={classes.tile}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(KIND)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Sheet {...props} label={label} onPress={press} />
      <div className={classes.tileFoot}>
        <span className={classes.tileName} title={document?.name}>
          {label}
        </span>
        {document?.state === "refused" ? (
          <ActionIcon size="sm" aria-label={`Remove ${label}`} title="Remove" onClick={onRemove}>
            <Trash2 size={15} aria-hidden="true" />
          </ActionIcon>
        ) : (
          <ActionIcon size="sm" aria-label={`Rotate ${label}`} title="Rotate" onClick={onTurn}>
            <RotateCw size={15} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionMenu
          label={`More for ${label}`}
          title="More"
          icon={EllipsisVertical}
          actions={[
            {
              label: "Move earlier",
              icon: ArrowLeft,
              isDisabled: index === 0,
              onSelect: () => onMove(index - 1),
            },
            {
              label: "Move later",
              icon: ArrowRight,
              isDisabled: index === count - 1,
              onSelect: () => onMove(index + 1),
            },
            { label: "Remove", icon: Trash2, isDestructive: true, onSelect: onRemove },
          ]}
        />
      </div>
    </li>
  );
}

interface SheetProps extends PageTileProps {
  readonly label: string;
  readonly onPress: (event: KeyboardEvent) => void;
}

function Sheet({ page, document, label, onOpen, onLost, onPress }: SheetProps): ReactNode {
  const canOpen = page.page !== null;
  return (
    <button
      type="button"
      className={classes.sheet}
      draggable
      data-page={page.key}
      aria-label={canOpen ? `Preview ${label}` : label}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
      onClick={() => canOpen && onOpen()}
      onKeyDown={onPress}
      onDragStart={(event) => {
        event.dataTransfer.setData(KIND, page.key);
        event.dataTransfer.effectAllowed = "move";
      }}
    >
      <Picture page={page} document={document} onLost={onLost} />
    </button>
  );
}

function Picture({ page, document, onLost }: Pick<PageTileProps, "page" | "document" | "onLost">): ReactNode {
  if (document?.state === "refused") {
    return (
      <span className={classes.problem} role="alert">
        <TriangleAlert size={20} aria-hidden="true" />
        {document.reason}
      </span>
    );
  }
  if (document?.state === "ready" && page.page !== null) {
    const thumbnail = document.thumbnails[page.page - 1];
    if (thumbnail === undefined) return <FileText size={28} aria-hidden="true" />;
    return (
      <img
        src={thumbnail}
        alt=""
        draggable={false}
        style={{ rotate: `${page.rotate}deg` }}
        onError={() => onLost(thumbnail)}
      />
    );
  }
  return (
    <span className={classes.problem}>
      {document?.state === "waiting" ? <FileText size={28} aria-hidden="true" /> : <Loader size="sm" />}
      {document?.state === "waiting" ? "Uploads when you're back online" : "Reading…"}
    </span>
  );
}
