import { ImageOff } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import classes from "./attachments.module.css";
import type { MessageFile } from "./message-file.ts";
import type { FileAddress } from "./use-addresses.ts";

export interface PictureTileProps {
  readonly file: MessageFile;
  readonly address: FileAddress;
  /** The only picture of its message is shown whole; several are cut to the same shape. */
  readonly isAlone: boolean;
  readonly onOpen: () => void;
  readonly onDownload: () => void;
}

const MAX_WIDTH = 320;
const MAX_HEIGHT = 240;

/** The room a picture will take is kept before it has come: nothing below it moves then. */
function roomFor({ width, height }: MessageFile): CSSProperties {
  if (!width || !height) return { width: 260, aspectRatio: "4 / 3" };
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` };
}

export function PictureTile({ file, address, isAlone, onOpen, onDownload }: PictureTileProps): ReactNode {
  /** An address whose picture this browser cannot show, a HEIC photo for one. */
  const [unreadable, setUnreadable] = useState<string>();
  const room = isAlone ? roomFor(file) : undefined;
  const src = address.name === "there" ? address.address : undefined;
  if (address.name === "failed" || (src !== undefined && src === unreadable))
    return (
      <button
        type="button"
        className={classes.lost}
        style={room}
        aria-label={`Download ${file.name}`}
        onClick={onDownload}
      >
        <ImageOff size={22} aria-hidden="true" />
        <span className={classes.fileName}>{file.name}</span>
        <span>Can't be shown. Download</span>
      </button>
    );
  return (
    <button
      type="button"
      className={classes.picture}
      style={room}
      aria-label={`Open ${file.name}`}
      onClick={onOpen}
    >
      {src !== undefined && (
        <img src={src} alt={file.name} loading="lazy" decoding="async" onError={() => setUnreadable(src)} />
      )}
    </button>
  );
}
