import { Portal } from "@mantine/core";
import type { Clock } from "@offhook/kernel";
import { X } from "lucide-react";
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from "react";
import { browserClock } from "../browser-clock.ts";
import { Countdown } from "./countdown.ts";
import classes from "./snackbar.module.css";
import { type Snack, type SnackEnd, type SnackTone, stepSnackbar } from "./snackbar-queue.ts";

const AUTO_HIDE_MS = 3000;

interface SnackOptions {
  readonly tone?: SnackTone;
  readonly durationMs?: number;
  /** Shown as an "Undo" button. */
  readonly onUndo?: () => void;
  /** Another act than undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  readonly onEnd?: (end: SnackEnd) => void;
}

export interface Snackbar {
  show(message: string, options?: SnackOptions): void;
}

const SnackbarContext = createContext<Snackbar | undefined>(undefined);

function snackFrom(id: number, message: string, options: SnackOptions): Snack {
  const { tone = "plain", durationMs = AUTO_HIDE_MS, onUndo, onEnd } = options;
  const action = onUndo ? { label: "Undo", onClick: onUndo } : options.action;
  return { id, message, tone, durationMs, ...(action ? { action } : {}), ...(onEnd ? { onEnd } : {}) };
}

export interface SnackbarProviderProps {
  readonly clock?: Clock;
  readonly children: ReactNode;
}

export function SnackbarProvider({ clock = browserClock, children }: SnackbarProviderProps): ReactNode {
  const [snacks, dispatch] = useReducer(stepSnackbar, []);
  const nextId = useRef(0);
  const snackbar = useMemo<Snackbar>(
    () => ({
      show: (message, options = {}) => {
        nextId.current += 1;
        dispatch({ type: "announced", snack: snackFrom(nextId.current, message, options) });
      },
    }),
    [],
  );
  const end = (snack: Snack, how: SnackEnd): void => {
    dispatch({ type: "ended", id: snack.id });
    if (how === "actionTaken") snack.action?.onClick();
    snack.onEnd?.(how);
  };
  const [current] = snacks;
  const bar = current && (
    <Bar key={current.id} snack={current} clock={clock} onEnd={(how) => end(current, how)} />
  );
  return (
    <SnackbarContext value={snackbar}>
      {children}
      <Portal>
        {/* Both regions stand from the start: a screen reader only hears what changes inside one it already knows. */}
        <div className={classes.dock}>
          <div role="status" aria-live="polite">
            {current?.tone === "error" ? null : bar}
          </div>
          <div role="alert" aria-live="assertive">
            {current?.tone === "error" ? bar : null}
          </div>
        </div>
      </Portal>
    </SnackbarContext>
  );
}

export function useSnackbar(): Snackbar {
  const snackbar = useContext(SnackbarContext);
  if (!snackbar) throw new Error("useSnackbar needs a SnackbarProvider above it");
  return snackbar;
}

interface BarProps {
  readonly snack: Snack;
  readonly clock: Clock;
  readonly onEnd: (how: SnackEnd) => void;
}

/** How far from the lower edge of the window a snack covers nothing that is worked with there. */
function clearance(): number {
  const tops = [...document.querySelectorAll("[data-keep-clear]")]
    .map((each) => each.getBoundingClientRect())
    // What is not shown, or stands beside the page instead of below it, is in nobody's way.
    .filter(({ height, top }) => height > 0 && top > window.innerHeight / 2)
    .map(({ top }) => top);
  return window.innerHeight - Math.min(window.innerHeight, ...tops);
}

function Bar({ snack, clock, onEnd }: BarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    bar.current?.style.setProperty("margin-bottom", `${clearance()}px`);
  }, []);
  const countdown = useRef<Countdown>(undefined);
  const timeOut = useEffectEvent(() => onEnd("timedOut"));
  useEffect(() => {
    const timer = new Countdown(clock, snack.durationMs, timeOut);
    countdown.current = timer;
    timer.run();
    return () => timer.pause();
  }, [clock, snack.durationMs]);

  const resumeWhenFocusLeaves = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) countdown.current?.run();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock; whoever cannot hover loses nothing.
    <div
      ref={bar}
      className={classes.bar}
      data-tone={snack.tone}
      onMouseEnter={() => countdown.current?.pause()}
      onMouseLeave={() => countdown.current?.run()}
      onFocus={() => countdown.current?.pause()}
      onBlur={resumeWhenFocusLeaves}
    >
      <span className={classes.message}>{snack.message}</span>
      {snack.action && (
        <button type="button" className={classes.action} onClick={() => onEnd("actionTaken")}>
          {snack.action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Close" onClick={() => onEnd("dismissed")}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
