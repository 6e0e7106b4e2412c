import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Geometry,
  type Point,
  panBy,
  scaleAfterWheel,
  toggleZoom,
  unzoomed,
  type ZoomPan,
  zoomAt,
} from "./zoom-pan.ts";

export interface ZoomPanControls {
  readonly view: ZoomPan;
  readonly isDragging: boolean;
  readonly zoomTo: (scale: number) => void;
  readonly pan: (by: Point) => void;
  readonly reset: () => void;
  readonly toggleAt: (event: { readonly clientX: number; readonly clientY: number }) => void;
  /** True when the press that just ended moved the picture: its click is no click. */
  readonly hasDragged: () => boolean;
  readonly pointerHandlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
  };
}

const DRAG_THRESHOLD = 4;

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }), {
    x: 0,
    y: 0,
  });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function spreadOf([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}

/** Mouse, wheel, fingers: the shell around the pure rules of `zoom-pan.ts`. */
export function useZoomPan(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
): ZoomPanControls {
  const [view, setView] = useState(unzoomed);
  const [isDragging, setIsDragging] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const traveled = useRef(0);

  const geometry = (): Geometry => ({
    stage: { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 },
    // Offsets, since a bounding box would be that of the zoomed picture.
    picture: { width: picture.current?.offsetWidth ?? 0, height: picture.current?.offsetHeight ?? 0 },
  });
  const fromMiddle = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };

  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const point = fromMiddle(event);
    setView((before) => zoomAt(before, scaleAfterWheel(before.scale, event.deltaY), geometry(), point));
  });
  useEffect(() => {
    const element = stage.current;
    // React listens to wheels passively and could not keep the page below from scrolling.
    element?.addEventListener("wheel", zoomByWheel, { passive: false });
    return () => element?.removeEventListener("wheel", zoomByWheel);
  }, [stage]);

  const movePointer = (event: PointerEvent): void => {
    const before = [...pointers.current.values()];
    if (!pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, fromMiddle(event));
    const after = [...pointers.current.values()];
    const [from, to] = [middleOf(before), middleOf(after)];
    const by = { x: to.x - from.x, y: to.y - from.y };
    traveled.current += Math.hypot(by.x, by.y);
    const growth = after.length > 1 ? spreadOf(after) / (spreadOf(before) || 1) : 1;
    setView((state) => panBy(zoomAt(state, state.scale * growth, geometry(), to), by, geometry()));
  };
  const releasePointer = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
    setIsDragging(pointers.current.size > 0);
  };
  return {
    view,
    isDragging,
    zoomTo: (scale) => setView((before) => zoomAt(before, scale, geometry())),
    pan: (by) => setView((before) => panBy(before, by, geometry())),
    reset: () => setView(unzoomed),
    toggleAt: (event) => setView((before) => toggleZoom(before, geometry(), fromMiddle(event))),
    hasDragged: () => traveled.current > DRAG_THRESHOLD,
    pointerHandlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        if (pointers.current.size === 0) traveled.current = 0;
        pointers.current.set(event.pointerId, fromMiddle(event));
        setIsDragging(true);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: movePointer,
      onPointerUp: releasePointer,
      onPointerCancel: releasePointer,
    },
  };
}
