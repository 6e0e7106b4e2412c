import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { ImageStage, type ViewerImage } from "./image-stage.tsx";
import classes from "./image-viewer.module.css";

export interface ImageViewerProps {
  readonly isOpen: boolean;
  readonly images: readonly ViewerImage[];
  /** Which of them is shown. */
  readonly index: number;
  readonly onIndexChange?: (index: number) => void;
  readonly onClose: () => void;
  readonly onDownload?: (image: ViewerImage) => void;
}

/** Over the whole window, in the dark: a picture is judged best without a frame. */
export function ImageViewer({
  isOpen,
  images,
  index,
  onIndexChange,
  onClose,
  onDownload,
}: ImageViewerProps): ReactNode {
  const image = images[index];
  const goTo = (target: number): void => {
    if (target >= 0 && target < images.length) onIndexChange?.(target);
  };
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      fullScreen
      styles={{ content: { border: 0 } }}
      transitionProps={{ transition: "fade", duration: 150 }}
    >
      <Modal.Overlay backgroundOpacity={0.92} color="#05090b" />
      <Modal.Content className={classes.content ?? ""} aria-label={image?.name ?? "Image"}>
        {image && (
          <ImageStage
            image={image}
            position={images.length > 1 ? `${index + 1} / ${images.length}` : undefined}
            onClose={onClose}
            onPrevious={index > 0 ? () => goTo(index - 1) : undefined}
            onNext={index < images.length - 1 ? () => goTo(index + 1) : undefined}
            onDownload={onDownload && (() => onDownload(image))}
          />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
