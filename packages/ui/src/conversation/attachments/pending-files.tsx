import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "../../format/bytes.ts";
import { attachmentKind } from "./attachment-kind.ts";
import classes from "./attachments.module.css";
import { FILE_ICONS } from "./file-card.tsx";

/** A file of a message that the service does not have yet. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Percent; left out where nobody knows how far it is. */
  readonly progress?: number | undefined;
  /** Left out: it can no longer be called off. */
  readonly onCancel?: (() => void) | undefined;
}

export function PendingFiles({ files }: { readonly files: readonly PendingFile[] }): ReactNode {
  if (files.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Files being sent">
      {files.map((file) => (
        <li key={file.id}>
          <PendingCard file={file} />
        </li>
      ))}
    </ul>
  );
}

function PendingCard({ file }: { readonly file: PendingFile }): ReactNode {
  const { name, type, size, progress, onCancel } = file;
  const Icon = FILE_ICONS[attachmentKind(type, name)];
  return (
    <div className={classes.card}>
      <span className={classes.cardMain}>
        <span className={classes.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <span className={classes.facts}>
          <span className={classes.fileName}>{name}</span>
          {progress === undefined ? (
            <span className={classes.fileSize}>{formatBytes(size)}</span>
          ) : (
            <Progress label={`Sending ${name}`} percent={progress} />
          )}
        </span>
      </span>
      {onCancel && (
        <button type="button" className={classes.side} aria-label={`Cancel ${name}`} onClick={onCancel}>
          <X size={17} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function Progress({ label, percent }: { readonly label: string; readonly percent: number }): ReactNode {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classes.progress}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
