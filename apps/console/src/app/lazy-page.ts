import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { browserClock } from "../platform/browser-clock.ts";
import { createChunkLoader } from "../platform/chunk-reload.ts";
import { openLocalStore } from "../platform/key-value-store.ts";

/** Loads a file of the application, also when the service is away just now. */
export const loadChunk = createChunkLoader({
  store: openLocalStore(),
  clock: browserClock,
  reload: () => window.location.reload(),
  isServiceThere: () =>
    fetch("/api/status", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    ),
});

/** A page in a file of its own, loaded when it is first visited. */
export function lazyPage<Module extends Record<Name, () => React.ReactNode>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadChunk(load) as Promise<Record<string, () => React.ReactNode>>, name);
}

/** A part of a page in a file of its own, loaded when it is first shown. */
export function lazyPart<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }));
}

/** A part that something plain stands in for until it has come. */
export interface DeferredPart<Props> {
  /** Loads it for later. Out of reach just now: then it is loaded when it is wanted. */
  ahead(): Promise<ComponentType<Props> | undefined>;
  /** Loads it because the user waits for it. */
  now(): Promise<ComponentType<Props>>;
}

export function deferredPart<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): DeferredPart<Props> {
  return {
    ahead: () =>
      load().then(
        (module) => module[name],
        () => undefined,
      ),
    now: async () => (await loadChunk(load))[name],
  };
}
