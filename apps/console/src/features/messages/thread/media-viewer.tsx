import type { SmsMedia } from "@offhook/contract";
import { ImageViewer, PdfDialog, VideoDialog } from "@offhook/ui/viewers";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useDownloads } from "../../../platform/downloads/downloads-context.ts";
import { isPicture } from "./media-kind.ts";

export interface MediaViewerProps {
  readonly media: readonly SmsMedia[];
  readonly index: number;
  readonly onClose: () => void;
}

/** A file of a message in the viewer made for it; what no viewer can show is downloaded. */
export function MediaViewer({ media, index, onClose }: MediaViewerProps): ReactNode {
  const downloads = useDownloads();
  const file = media[index];
  if (!file) return null;
  const download = (): void => {
    downloads.start({ name: file.name, source: file.value, type: file.type, size: file.size });
  };
  if (isPicture(file)) return <Pictures media={media} first={file} onClose={onClose} />;
  if (file.type === "application/pdf") {
    return (
      <PdfDialog
        isOpen
        source={{ url: file.value }}
        name={file.name}
        onDownload={download}
        onClose={onClose}
      />
    );
  }
  if (file.type.startsWith("video/")) {
    return (
      <VideoDialog isOpen source={file.value} name={file.name} onDownload={download} onClose={onClose} />
    );
  }
  return <DownloadInstead onDownload={download} onClose={onClose} />;
}

interface PicturesProps {
  readonly media: readonly SmsMedia[];
  readonly first: SmsMedia;
  readonly onClose: () => void;
}

function Pictures({ media, first, onClose }: PicturesProps): ReactNode {
  const downloads = useDownloads();
  const pictures = media.filter(isPicture);
  const [index, setIndex] = useState(pictures.indexOf(first));
  return (
    <ImageViewer
      isOpen
      images={pictures.map(({ name, value }) => ({ name, src: value }))}
      index={index}
      onIndexChange={setIndex}
      onClose={onClose}
      onDownload={({ name, src }) => downloads.start({ name, source: src })}
    />
  );
}

interface DownloadInsteadProps {
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

function DownloadInstead({ onDownload, onClose }: DownloadInsteadProps): ReactNode {
  const act = useEffectEvent(() => {
    onDownload();
    onClose();
  });
  useEffect(() => act(), []);
  return null;
}
