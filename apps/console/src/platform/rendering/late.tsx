import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from "react";
import { browserClock } from "../browser-clock.ts";
import { openLocalStore } from "../storage/key-value-store.ts";
import { createChunkLoader } from "../updates/chunk-reload.ts";

/** Loads a file of the application, also when the service is away just now. */
export const loadLate = createChunkLoader({
  store: openLocalStore(),
  clock: browserClock,
  reload: () => window.location.reload(),
  isServiceThere: () =>
    fetch("/api/status", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    ),
});

/** A part of a screen in a file of its own, loaded when it is first shown. */
export interface LatePart<Props> extends FunctionComponent<Props> {
  /** Loads it for later. False when it is out of reach just now: then it is loaded when it is wanted. */
  ahead(): Promise<boolean>;
  /** Loads it because the user waits for it. */
  now(): Promise<void>;
}

/** In place of something that waits: all that is around the part comes with it, in the nearest `Suspense`. */
export const WITH_ITS_SURROUNDINGS = Symbol("with its surroundings");

type Waiting = ReactNode | typeof WITH_ITS_SURROUNDINGS;

interface LateProps<Props> {
  /** The part itself when it has been loaded ahead, else what waits for it. */
  readonly part: () => ComponentType<Props>;
  readonly waiting: Waiting;
  readonly given: Props;
}

function Late<Props extends object>({ part, waiting, given }: LateProps<Props>): ReactNode {
  // As long as it is shown it stays the same one: the other would begin anew.
  const [Part] = useState(part);
  if (waiting === WITH_ITS_SURROUNDINGS) return <Part {...given} />;
  return (
    <Suspense fallback={waiting}>
      <Part {...given} />
    </Suspense>
  );
}

/** `waiting` stands in its place until it has come. */
export function latePart<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  waiting: Waiting = null,
): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = (module: Record<Name, ComponentType<Props>>): ComponentType<Props> => {
    loaded = module[name];
    return loaded;
  };
  const awaited = lazy(async () => ({ default: keep(await loadLate(load)) }));
  const part = (): ComponentType<Props> => loaded ?? awaited;
  return Object.assign((given: Props) => <Late part={part} waiting={waiting} given={given} />, {
    displayName: name,
    ahead: () =>
      load().then(
        (module) => Boolean(keep(module)),
        () => false,
      ),
    now: async () => void keep(await loadLate(load)),
  });
}
