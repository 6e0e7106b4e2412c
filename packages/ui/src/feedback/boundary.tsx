import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import classes from "./boundary.module.css";
import { LoadError } from "./load-error.tsx";

interface CatchProps {
  readonly children: ReactNode;
  readonly fallback: (retry: () => void) => ReactNode;
  /** Something else is shown now: what failed before may work with it. */
  readonly about: unknown;
}

interface CatchState {
  readonly hasFailed: boolean;
  readonly about: unknown;
}

/** React logs what is caught here; the log buffer of the console keeps it. */
class Catch extends Component<CatchProps, CatchState> {
  override state: CatchState = { hasFailed: false, about: this.props.about };

  static getDerivedStateFromError(): Partial<CatchState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ about }: CatchProps, state: CatchState): CatchState | null {
    return Object.is(about, state.about) ? null : { hasFailed: false, about };
  }

  readonly #retry = (): void => this.setState({ hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.#retry) : this.props.children;
  }
}

export interface RowBoundaryProps {
  /** What the row shows; another one is tried afresh. */
  readonly item: unknown;
  readonly children: ReactNode;
  readonly text?: string;
}

const UNREADABLE_ITEM = "This item can't be displayed";

/** One entry of a list: when it cannot be drawn it says so, and its neighbors stay. */
export function RowBoundary({ item, children, text }: RowBoundaryProps): ReactNode {
  return (
    <Catch about={item} fallback={() => <Unreadable {...(text === undefined ? {} : { text })} />}>
      {children}
    </Catch>
  );
}

/** In the place of something whose content makes no sense. */
export function Unreadable({ text = UNREADABLE_ITEM }: { readonly text?: string }): ReactNode {
  return (
    <span className={classes.unreadable}>
      <CircleAlert size={16} aria-hidden="true" />
      {text}
    </span>
  );
}

export interface AreaBoundaryProps {
  /** What cannot be shown when it fails: "The list can't be displayed." */
  readonly text: string;
  readonly children: ReactNode;
  /** Where the user is: elsewhere it is tried afresh. */
  readonly about?: unknown;
}

/** A part of the screen that fails by itself: everything else goes on, and it can be tried again. */
export function AreaBoundary({ text, children, about }: AreaBoundaryProps): ReactNode {
  return (
    <Catch about={about} fallback={(retry) => <LoadError onRetry={retry}>{text}</LoadError>}>
      {children}
    </Catch>
  );
}

/** A part nobody would miss: when it fails it is not there. */
export function QuietBoundary({ children, about }: Omit<AreaBoundaryProps, "text">): ReactNode {
  return (
    <Catch about={about} fallback={() => null}>
      {children}
    </Catch>
  );
}
