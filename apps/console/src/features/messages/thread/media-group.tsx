import type { SmsMedia } from "@offhook/contract";
import { formatBytes } from "@offhook/ui/format";
import { FileText, Film, Image, Music } from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import classes from "./media-group.module.css";
import { isPicture } from "./media-kind.ts";

const MediaViewer = latePart(() => import("./media-viewer.tsx"), "MediaViewer");

export interface MediaGroupProps {
  readonly media: readonly SmsMedia[];
}

/** The files of a message: pictures side by side, everything else by name. */
export function MediaGroup({ media }: MediaGroupProps): ReactNode {
  const [opened, setOpened] = useState<number>();
  if (media.length === 0) return null;
  const pictures = media.filter(isPicture);
  return (
    <div className={classes.group}>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-count={Math.min(pictures.length, 3)}>
          {pictures.map((picture) => (
            <Picture key={picture.value} picture={picture} onOpen={() => setOpened(media.indexOf(picture))} />
          ))}
        </div>
      )}
      {media.map((file, index) =>
        isPicture(file) ? null : <FileButton key={file.value} file={file} onOpen={() => setOpened(index)} />,
      )}
      {opened !== undefined && (
        <MediaViewer media={media} index={opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}

interface PictureProps {
  readonly picture: SmsMedia;
  readonly onOpen: () => void;
}

function Picture({ picture, onOpen }: PictureProps): ReactNode {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <button type="button" className={classes.picture} aria-label={`Open ${picture.name}`} onClick={onOpen}>
      {hasFailed ? (
        <Image size={28} aria-hidden="true" />
      ) : (
        // Its box has its size before the picture comes: what is being read must not jump.
        <img
          src={picture.value}
          alt={picture.name}
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
        />
      )}
    </button>
  );
}

const ICONS = { video: Film, audio: Music } as const;

function FileButton({ file, onOpen }: { readonly file: SmsMedia; readonly onOpen: () => void }): ReactNode {
  const Icon = ICONS[file.type.split("/")[0] as keyof typeof ICONS] ?? FileText;
  return (
    <button type="button" className={classes.file} onClick={onOpen}>
      <Icon size={20} aria-hidden="true" />
      <span className={classes.name}>{file.name}</span>
      <span className={classes.size}>{formatBytes(file.size)}</span>
    </button>
  );
}
