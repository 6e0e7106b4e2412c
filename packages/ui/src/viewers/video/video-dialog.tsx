import { Modal } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import type { ReactNode } from "react";
import { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";

export interface VideoDialogProps extends Omit<VideoPlayerProps, "bounds"> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The player with all the room of the window. */
export function VideoDialog({ isOpen, onClose, ...video }: VideoDialogProps): ReactNode {
  const { width, height } = useViewportSize();
  const bounds = { width: Math.max(250, Math.min(1280, width - 64)), height: Math.max(160, height - 160) };
  return (
    <Modal opened={isOpen} onClose={onClose} size="auto" title={video.name}>
      <VideoPlayer {...video} bounds={bounds} />
    </Modal>
  );
}
