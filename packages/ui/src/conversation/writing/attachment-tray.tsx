import { FileText, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { formatBytes } from "../../format/bytes.ts";
import { attachmentKind } from "../attachments/attachment-kind.ts";
import classes from "./attachment-tray.module.css";

export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly preview: Blob;
  /** What was done to it, for the user to know. */
  readonly notice?: string | undefined;
}

export interface AttachmentTrayProps {
  readonly files: readonly AttachedFile[];
  /** Some are being made ready. */
  readonly isBusy?: boolean;
  readonly onRemove: (id: string) => void;
}

/** What goes with the text, before it goes. */
export function AttachmentTray({ files, isBusy = false, onRemove }: AttachmentTrayProps): ReactNode {
  if (files.length === 0 && !isBusy) return null;
  return (
    <ul className={classes.tray} aria-label="Files to send">
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <Preview file={file} />
          <span className={classes.words}>
            <span className={classes.name}>{file.name}</span>
            <span className={classes.detail}>{file.notice ?? formatBytes(file.size)}</span>
          </span>
          <button
            type="button"
            className={classes.remove}
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(file.id)}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {isBusy && (
        <li className={classes.busy} role="status">
          Preparing…
        </li>
      )}
    </ul>
  );
}

function Preview({ file }: { readonly file: AttachedFile }): ReactNode {
  const [address, setAddress] = useState<string>();
  const isPicture = attachmentKind(file.type, file.name) === "image";
  useEffect(() => {
    if (!isPicture) return;
    const made = URL.createObjectURL(file.preview);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file.preview, isPicture]);
  if (address !== undefined) return <img className={classes.preview} src={address} alt="" />;
  return (
    <span className={classes.preview}>
      <FileText size={20} aria-hidden="true" />
    </span>
  );
}
