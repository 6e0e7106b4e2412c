import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from "react";
import classes from "./carrying.module.css";
import { accepts, type Cargo, moveWords, type Place } from "./dispatch-moves.ts";
import { edgeScroll } from "./edge-scroll.ts";

interface Carrying {
  readonly cargo: Cargo | undefined;
  /** The place below the pointer. */
  readonly over: string | undefined;
  readonly places: readonly Place[];
  /** By click or key: the next place that is chosen gets it. */
  pickUp(cargo: Cargo, from: HTMLElement): void;
  drag(cargo: Cargo, event: PointerEvent<HTMLElement>): void;
  drop(place: Place): void;
  send(cargo: Cargo, place: Place): void;
}

const CarryingContext = createContext<Carrying | undefined>(undefined);

export function useCarrying(): Carrying {
  const carrying = use(CarryingContext);
  if (!carrying) throw new Error("There is no CarryingArea around this");
  return carrying;
}

export interface CarryingAreaProps {
  readonly places: readonly Place[];
  readonly onMove: (cargo: Cargo, place: Place) => void;
  readonly children: ReactNode;
}

/** A finger or a hand that trembles does not drag. */
const DRAG_FROM_PX = 6;
const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/**
 * Lets things be carried to places: dragged by mouse or finger, or picked up by click or key and put down at a place
 * that the arrow keys, Tab or the pointer choose. Escape puts them back.
 */
export function CarryingArea({ places, onMove, children }: CarryingAreaProps): ReactNode {
  const [cargo, setCargo] = useState<Cargo>();
  const [over, setOver] = useState<string>();
  const [pointer, setPointer] = useState<{ x: number; y: number }>();
  const area = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement>(undefined);

  const end = (): void => {
    setCargo(undefined);
    setOver(undefined);
    setPointer(undefined);
  };
  const putBack = (): void => {
    end();
    origin.current?.focus();
  };
  const put = (carried: Cargo, id: string | undefined): void => {
    const place = places.find((each) => each.id === id);
    if (place && accepts(place, carried)) onMove(carried, place);
  };
  const pickUp = (picked: Cargo, from: HTMLElement): void => {
    if (cargo?.id === picked.id) {
      putBack();
      return;
    }
    origin.current = from;
    setCargo(picked);
    // The places can take the focus once they know what is carried.
    requestAnimationFrame(() => openPlaces(area.current)[0]?.focus());
  };
  const drag = (
    dragged: Cargo,
    { clientX, clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>,
  ) => {
    const scroll = edgeScroll(currentTarget, (at) => setOver(placeAt(at)));
    followPointer(currentTarget, pointerId, {
      from: { x: clientX, y: clientY },
      onMove: (at) => {
        scroll.follow(at);
        setCargo(dragged);
        setPointer(at);
        setOver(placeAt(at));
      },
      onDrop: (at) => {
        scroll.stop();
        put(dragged, placeAt(at));
        end();
      },
      onCancel: () => {
        scroll.stop();
        end();
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!cargo) return;
    const step = STEPS[event.key];
    if (event.key === "Escape") putBack();
    else if (step) focusNext(openPlaces(area.current), step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (place: Place): void => {
    if (!cargo) return;
    put(cargo, place.id);
    putBack();
  };
  const value = { cargo, over, places, pickUp, drag, drop, send: onMove };
  return (
    <CarryingContext value={value}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears keys of the buttons inside. */}
      <div ref={area} onKeyDown={onKeyDown}>
        {children}
      </div>
      <p role="status" className={classes.told}>
        {cargo && `${cargo.name} picked up. Choose a place with the arrow keys. Enter drops, Escape cancels.`}
      </p>
      {cargo && pointer && (
        <div className={classes.ghost} style={{ left: pointer.x, top: pointer.y }} aria-hidden="true">
          {cargo.name}
        </div>
      )}
    </CarryingContext>
  );
}

interface Following {
  readonly from: { readonly x: number; readonly y: number };
  onMove(at: { x: number; y: number }): void;
  onDrop(at: { x: number; y: number }): void;
  onCancel(): void;
}

function followPointer(element: HTMLElement, pointerId: number, following: Following): void {
  const { from } = following;
  const ending = new AbortController();
  const { signal } = ending;
  let isDragged = false;
  const hear = (type: "pointermove" | "pointerup" | "pointercancel", handler: (event: Event) => void): void =>
    window.addEventListener(
      type,
      (event) => {
        if (event.pointerId === pointerId) handler(event);
      },
      { signal },
    );
  const at = (event: Event): { x: number; y: number } => {
    const { clientX: x, clientY: y } = event as globalThis.PointerEvent;
    return { x, y };
  };
  hear("pointermove", (event) => {
    const { x, y } = at(event);
    isDragged ||= Math.hypot(x - from.x, y - from.y) >= DRAG_FROM_PX;
    if (isDragged) following.onMove({ x, y });
  });
  hear("pointerup", (event) => {
    ending.abort();
    if (!isDragged) return;
    // The click that follows a drag is none.
    element.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
    following.onDrop(at(event));
  });
  hear("pointercancel", () => {
    ending.abort();
    following.onCancel();
  });
  window.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape") return;
      ending.abort();
      following.onCancel();
    },
    // Before the page hears it, which keeps the key to itself.
    { signal, capture: true },
  );
}

const swallow = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};

const placeAt = ({ x, y }: { x: number; y: number }): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-place]")?.dataset.place;

const openPlaces = (area: HTMLElement | null): readonly HTMLElement[] => [
  ...(area?.querySelectorAll<HTMLElement>("[data-place][data-open]") ?? []),
];

function focusNext(places: readonly HTMLElement[], step: 1 | -1): void {
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? places.indexOf(focused) : -1;
  places[(at + step + places.length) % places.length]?.focus();
}

/** What a place of the screen needs so that things can be dropped there. */
export function usePlace(id: string): ComponentProps<"div"> {
  const { cargo, over, places, drop } = useCarrying();
  const place = places.find((each) => each.id === id);
  if (!(place && cargo && accepts(place, cargo))) return { "data-place": id } as ComponentProps<"div">;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    drop(place);
  };
  const marks = { "data-place": id, "data-open": "", "data-over": over === id ? "" : undefined };
  return {
    ...marks,
    role: "button",
    tabIndex: 0,
    "aria-label": moveWords(place, cargo),
    onClick: () => drop(place),
    onKeyDown,
  };
}
