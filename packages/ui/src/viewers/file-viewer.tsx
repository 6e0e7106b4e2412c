import type { ReactNode } from "react";
import { ImageViewer } from "./image/image-viewer.tsx";
import { PdfDialog } from "./pdf/pdf-dialog.tsx";
import { VideoDialog } from "./video/video-dialog.tsx";

export interface ViewedFile {
  readonly kind: "image" | "pdf" | "video";
  readonly name: string;
  readonly address: string;
}

export interface FileViewerProps {
  /** Pictures to leaf through, or the one document or film. */
  readonly files: readonly ViewedFile[];
  /** Which of them is shown. */
  readonly index: number;
  readonly onIndexChange: (index: number) => void;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** A file of a message over the page, in the viewer made for it. */
export function FileViewer({ files, index, onIndexChange, ...acts }: FileViewerProps): ReactNode {
  const file = files[index];
  if (!file) return null;
  const { kind, name, address } = file;
  if (kind === "pdf") return <PdfDialog isOpen name={name} source={{ url: address }} {...acts} />;
  if (kind === "video") return <VideoDialog isOpen name={name} source={address} {...acts} />;
  const images = files.map((image) => ({ name: image.name, src: image.address }));
  return <ImageViewer isOpen images={images} index={index} onIndexChange={onIndexChange} {...acts} />;
}
