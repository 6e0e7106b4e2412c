import { Button, Loader } from "@mantine/core";
import {
  ChevronLeft,
  ChevronRight,
  Download,
  ImageOff,
  type LucideIcon,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { RangeInput } from "../range-input.tsx";
import classes from "./image-viewer.module.css";
import { useZoomPan, type ZoomPanControls } from "./use-zoom-pan.ts";
import { MAX_ZOOM, MIN_ZOOM } from "./zoom-pan.ts";

export interface ViewerImage {
  readonly src: string;
  readonly name: string;
}

export interface ImageStageProps {
  readonly image: ViewerImage;
  readonly position: string | undefined;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onDownload: (() => void) | undefined;
}

const KEY_ZOOM = 0.5;
const KEY_PAN = 60;

export function ImageStage(props: ImageStageProps): ReactNode {
  const { image, onClose, onPrevious, onNext } = props;
  const viewer = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const controls = useZoomPan(stage, picture);
  const { view } = controls;
  const [shownSrc, setShownSrc] = useState(image.src);
  if (image.src !== shownSrc) {
    setShownSrc(image.src);
    controls.reset();
  }

  const turn = (go: (() => void) | undefined): (() => void) | undefined =>
    go &&
    (() => {
      go();
      // At the end of the row the button pressed is gone, and with it the focus: keys would reach nobody.
      viewer.current?.focus();
    });
  const closeOutside = (event: MouseEvent): void => {
    // A drag that ends beside the picture is no wish to leave.
    if (event.target === stage.current && !controls.hasDragged()) onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the dialog around it has the role; this only hears its keys.
    <div
      ref={viewer}
      className={classes.viewer}
      tabIndex={-1}
      onKeyDown={(event) => handleKey(event, controls, onPrevious, onNext)}
    >
      <TopBar {...props} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: every act on the stage has a key or a button too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: leaving by keyboard is Escape, heard by the dialog. */}
      <div
        ref={stage}
        className={classes.stage}
        data-dragging={controls.isDragging || undefined}
        data-zoomed={view.scale > MIN_ZOOM || undefined}
        onClick={closeOutside}
        onDoubleClick={(event) => event.target === picture.current && controls.toggleAt(event)}
      >
        <Picture key={image.src} ref={picture} image={image} controls={controls} />
        <Turn label="Previous image" icon={ChevronLeft} side="start" onClick={turn(onPrevious)} />
        <Turn label="Next image" icon={ChevronRight} side="end" onClick={turn(onNext)} />
      </div>
      <ZoomBar controls={controls} />
    </div>
  );
}

const PANS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: KEY_PAN, y: 0 },
  ArrowRight: { x: -KEY_PAN, y: 0 },
  ArrowUp: { x: 0, y: KEY_PAN },
  ArrowDown: { x: 0, y: -KEY_PAN },
};

function handleKey(
  event: KeyboardEvent,
  { view, zoomTo, reset, pan }: ZoomPanControls,
  onPrevious: (() => void) | undefined,
  onNext: (() => void) | undefined,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = PANS[event.key];
  if (event.key === "+" || event.key === "=") zoomTo(view.scale + KEY_ZOOM);
  else if (event.key === "-") zoomTo(view.scale - KEY_ZOOM);
  else if (event.key === "0") reset();
  // Zoomed in, arrows look around; else they leaf through.
  else if (by && view.scale > MIN_ZOOM) pan(by);
  else if (event.key === "ArrowLeft") onPrevious?.();
  else if (event.key === "ArrowRight") onNext?.();
  else return;
  event.preventDefault();
}

interface PictureProps {
  readonly ref: React.RefObject<HTMLImageElement | null>;
  readonly image: ViewerImage;
  readonly controls: ZoomPanControls;
}

function Picture({ ref, image, controls }: PictureProps): ReactNode {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  const { view, isDragging, pointerHandlers } = controls;
  if (state === "failed") {
    return (
      <div className={classes.failed} role="alert">
        <ImageOff size={40} strokeWidth={1.5} aria-hidden="true" />
        <p>This image could not be loaded.</p>
        <Button
          variant="white"
          color="dark"
          size="xs"
          onClick={() => {
            setAttempt(attempt + 1);
            setState("loading");
          }}
        >
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      {state === "loading" && (
        <div className={classes.loading} role="status" aria-label="Loading image">
          <Loader color="white" />
        </div>
      )}
      <img
        key={attempt}
        ref={ref}
        className={classes.picture}
        src={image.src}
        alt={image.name}
        draggable={false}
        data-state={state}
        style={{
          transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          transitionDuration: isDragging ? "0ms" : "var(--offhook-motion-fast)",
        }}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        {...pointerHandlers}
      />
    </>
  );
}

function TopBar({ image, position, onDownload, onClose }: ImageStageProps): ReactNode {
  return (
    <header className={classes.bar}>
      <span className={classes.name}>{image.name}</span>
      {position && <span data-numeric>{position}</span>}
      <span className={classes.space} />
      {onDownload && <BarButton label="Download" icon={Download} onClick={onDownload} />}
      <BarButton label="Close" icon={X} onClick={onClose} />
    </header>
  );
}

function ZoomBar({ controls: { view, zoomTo } }: { readonly controls: ZoomPanControls }): ReactNode {
  const percent = `${Math.round(view.scale * 100)}%`;
  return (
    <footer className={classes.bar} data-centered>
      <BarButton
        label="Zoom out"
        icon={ZoomOut}
        onClick={() => zoomTo(view.scale - KEY_ZOOM)}
        isDisabled={view.scale <= MIN_ZOOM}
      />
      <div className={classes.slider}>
        <RangeInput
          label="Zoom"
          min={MIN_ZOOM}
          max={MAX_ZOOM}
          step={0.1}
          value={view.scale}
          valueText={percent}
          onChange={zoomTo}
        />
      </div>
      <BarButton
        label="Zoom in"
        icon={ZoomIn}
        onClick={() => zoomTo(view.scale + KEY_ZOOM)}
        isDisabled={view.scale >= MAX_ZOOM}
      />
      <output className={classes.percent} data-numeric>
        {percent}
      </output>
    </footer>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
}

function BarButton({ label, icon: Icon, onClick, isDisabled = false }: BarButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}

interface TurnProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly side: "start" | "end";
  readonly onClick: (() => void) | undefined;
}

function Turn({ label, icon: Icon, side, onClick }: TurnProps): ReactNode {
  if (!onClick) return null;
  return (
    <button
      type="button"
      className={classes.turn}
      data-side={side}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={28} aria-hidden="true" />
    </button>
  );
}
