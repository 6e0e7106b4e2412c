import type { SmsMedia } from "@offhook/contract";
import { formatBytes } from "@offhook/ui/format";
import type { ViewedFile } from "@offhook/ui/viewers";
import { FileText, Film, Image, Music } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDownloads } from "../../../platform/downloads/downloads-context.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import classes from "./media-group.module.css";

const FileViewer = latePart(() => import("@offhook/ui/viewers"), "FileViewer");

export interface MediaGroupProps {
  readonly media: readonly SmsMedia[];
}

/** The files of a message: pictures side by side, everything else by name. What no viewer can show is downloaded. */
export function MediaGroup({ media }: MediaGroupProps): ReactNode {
  const downloads = useDownloads();
  const [opened, setOpened] = useState(-1);
  if (media.length === 0) return null;
  const pictures = media.filter((file) => kindOf(file) === "image");
  const download = ({ name, value, type, size }: SmsMedia): void => {
    downloads.start({ name, source: value, type, size });
  };
  const open = (file: SmsMedia): void => {
    if (kindOf(file)) setOpened(media.indexOf(file));
    else download(file);
  };
  const file = media[opened];
  return (
    <div className={classes.group}>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-count={Math.min(pictures.length, 3)}>
          {pictures.map((picture) => (
            <Picture key={picture.value} picture={picture} onOpen={() => open(picture)} />
          ))}
        </div>
      )}
      {media.map((other) =>
        pictures.includes(other) ? null : (
          <FileButton key={other.value} file={other} onOpen={() => open(other)} />
        ),
      )}
      {file && (
        <FileViewer
          {...viewed(file, pictures)}
          onIndexChange={(index) => setOpened(media.indexOf(pictures[index] ?? file))}
          onDownload={() => download(file)}
          onClose={() => setOpened(-1)}
        />
      )}
    </div>
  );
}

/** Undefined: no viewer can show it. */
function kindOf({ type }: SmsMedia): ViewedFile["kind"] | undefined {
  if (type.startsWith("image/")) return "image";
  if (type.startsWith("video/")) return "video";
  return type === "application/pdf" ? "pdf" : undefined;
}

function viewed(file: SmsMedia, pictures: readonly SmsMedia[]) {
  const kind = kindOf(file) ?? "image";
  const shown = kind === "image" ? pictures : [file];
  return {
    files: shown.map(({ name, value }) => ({ kind, name, address: value })),
    index: shown.indexOf(file),
  };
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
