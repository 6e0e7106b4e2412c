import { ActionIcon, Button, Progress } from "@mantine/core";
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  Download,
  FileDown,
  FolderOpen,
  SquareArrowOutUpRight,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../feedback/empty-state.tsx";
import { formatBytes } from "../format/bytes.ts";
import classes from "./download-list.module.css";

interface DownloadBase {
  readonly key: string;
  readonly name: string;
  /** Bytes, when known. */
  readonly size?: number | undefined;
}

export type DownloadItem =
  | (DownloadBase & { readonly state: "inProgress"; readonly progress: number })
  | (DownloadBase & { readonly state: "complete" })
  | (DownloadBase & { readonly state: "canceled" })
  | (DownloadBase & { readonly state: "failed" });

export interface DownloadListProps {
  readonly items: readonly DownloadItem[];
  readonly onCancel: (key: string) => void;
  readonly onRemove: (key: string) => void;
  readonly onCancelAll: () => void;
  readonly onClearAll: () => void;
  /** Offered on the desktop only. */
  readonly onOpenFile?: (key: string) => void;
  readonly onOpenFolder?: (key: string) => void;
}

export function DownloadList(props: DownloadListProps): ReactNode {
  const { items, onCancelAll, onClearAll } = props;
  if (items.length === 0) return <EmptyState icon={Download}>Nothing has been downloaded yet.</EmptyState>;
  const isAnyRunning = items.some((item) => item.state === "inProgress");
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable to be scrolled by keys. */}
      <ul className={classes.list} aria-label="Downloads" tabIndex={0}>
        {items.map((item) => (
          <DownloadRow key={item.key} {...props} item={item} />
        ))}
      </ul>
      <div className={classes.foot}>
        <Button variant="subtle" size="compact-sm" onClick={isAnyRunning ? onCancelAll : onClearAll}>
          {isAnyRunning ? "Cancel all" : "Clear all"}
        </Button>
      </div>
    </div>
  );
}

type DownloadRowProps = DownloadListProps & { readonly item: DownloadItem };

function DownloadRow({ item, onCancel, onRemove, onOpenFile, onOpenFolder }: DownloadRowProps): ReactNode {
  const isRunning = item.state === "inProgress";
  return (
    <li className={classes.row} data-state={item.state}>
      <span className={classes.icon}>
        <StateIcon state={item.state} />
      </span>
      <div className={classes.text}>
        <div className={classes.name} title={item.name}>
          {item.name}
        </div>
        {isRunning && (
          <Progress
            size={4}
            color="var(--offhook-focus)"
            value={clampPercent(item.progress)}
            aria-label={`Progress of ${item.name}`}
          />
        )}
        <div className={classes.detail} data-numeric>
          {detailOf(item)}
        </div>
      </div>
      {item.state === "complete" && onOpenFile && (
        <ActionIcon aria-label={`Open ${item.name}`} title="Open file" onClick={() => onOpenFile(item.key)}>
          <SquareArrowOutUpRight size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      {item.state === "complete" && onOpenFolder && (
        <ActionIcon
          aria-label={`Open the folder of ${item.name}`}
          title="Open folder"
          onClick={() => onOpenFolder(item.key)}
        >
          <FolderOpen size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={`${isRunning ? "Cancel" : "Remove"} ${item.name}`}
        title={isRunning ? "Cancel" : "Remove"}
        onClick={() => (isRunning ? onCancel : onRemove)(item.key)}
      >
        <X size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

function clampPercent(progress: number): number {
  return Math.min(100, Math.max(0, Math.round(progress)));
}

function detailOf(item: DownloadItem): string {
  const size = item.size === undefined ? "" : formatBytes(item.size);
  switch (item.state) {
    case "inProgress":
      return [`${clampPercent(item.progress)}%`, size && `of ${size}`].filter(Boolean).join(" ");
    case "complete":
      return ["Complete", size].filter(Boolean).join(" · ");
    case "canceled":
      return "Canceled";
    case "failed":
      return "Failed";
  }
}

const ICONS = {
  inProgress: FileDown,
  complete: CircleCheck,
  canceled: CircleSlash,
  failed: CircleAlert,
} as const;

function StateIcon({ state }: { readonly state: DownloadItem["state"] }): ReactNode {
  const Icon = ICONS[state];
  return <Icon size={18} aria-hidden="true" />;
}
