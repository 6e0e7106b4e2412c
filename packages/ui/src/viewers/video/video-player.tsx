import { Loader } from "@mantine/core";
import { Play, RotateCcw, VideoOff } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useControlsShown, useFullscreen } from "../use-fullscreen.ts";
import { useVideo, type VideoControls } from "./use-video.ts";
import { VideoBar } from "./video-bar.tsx";
import classes from "./video-player.module.css";
import { fitVideo, INLINE_BOUNDS, type VideoSize } from "./video-state.ts";

export interface VideoPlayerProps {
  readonly source: string;
  /** Names the video for screen readers. */
  readonly name: string;
  readonly refreshSource?: (() => Promise<string>) | undefined;
  /** The room there is; 250 by 500 px when left out. */
  readonly bounds?: VideoSize;
  readonly onDownload?: (() => void) | undefined;
  readonly onDelete?: (() => void) | undefined;
  /** The present, for the age of the source. */
  readonly now?: () => number;
}

const KEY_SEEK_SECONDS = 5;

export function VideoPlayer(props: VideoPlayerProps): ReactNode {
  const { source, name, refreshSource, bounds = INLINE_BOUNDS, onDownload, onDelete, now = Date.now } = props;
  const container = useRef<HTMLElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const video = useVideo(element, { source, refreshSource, now });
  const fullscreen = useFullscreen(container);
  const areControlsShown = useControlsShown(container, fullscreen.isFullscreen) && video.state !== "failed";

  const handleKey = (event: KeyboardEvent): void => {
    // A focused button has its own Space and Enter.
    if (event.target !== container.current) return;
    if (event.key === " " || event.key === "k") video.togglePlay();
    else if (event.key === "ArrowRight") video.seek(video.position + KEY_SEEK_SECONDS);
    else if (event.key === "ArrowLeft") video.seek(Math.max(0, video.position - KEY_SEEK_SECONDS));
    else if (event.key === "f") fullscreen.toggle();
    else return;
    event.preventDefault();
  };
  return (
    <section
      ref={container}
      className={classes.player}
      aria-label={name}
      data-state={video.state}
      data-controls={areControlsShown ? "shown" : "hidden"}
      style={fullscreen.isFullscreen ? undefined : fitVideo(video.size, bounds)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the player as a whole takes the keys that play and seek.
      tabIndex={0}
      onKeyDown={handleKey}
      onDoubleClick={(event) => !isOnControls(event.target) && fullscreen.toggle()}
    >
      <video
        ref={element}
        className={classes.video}
        src={video.src}
        preload="metadata"
        playsInline
        onClick={video.togglePlay}
        {...video.elementHandlers}
      />
      <Center video={video} />
      {areControlsShown && (
        <VideoBar video={video} fullscreen={fullscreen} onDownload={onDownload} onDelete={onDelete} />
      )}
    </section>
  );
}

// Two quick clicks on a button of the bar are two clicks on it.
function isOnControls(target: EventTarget): boolean {
  return target instanceof Element && target.closest(`.${classes.bar}`) !== null;
}

function Center({ video }: { readonly video: VideoControls }): ReactNode {
  switch (video.state) {
    case "failed":
      return (
        <div className={classes.center} role="alert">
          <VideoOff size={36} strokeWidth={1.5} aria-hidden="true" />
          <span className={classes.failure}>This video could not be loaded.</span>
        </div>
      );
    case "waiting":
      return (
        <div className={classes.center} role="status" aria-label="Loading video">
          <Loader color="white" size="md" />
        </div>
      );
    case "idle":
    case "ended": {
      const [label, Icon] =
        video.state === "ended" ? (["Replay", RotateCcw] as const) : (["Play", Play] as const);
      return (
        <div className={classes.center}>
          <button type="button" className={classes.big} aria-label={label} onClick={video.togglePlay}>
            <Icon size={24} aria-hidden="true" />
          </button>
        </div>
      );
    }
    case "playing":
    case "paused":
      return null;
  }
}
