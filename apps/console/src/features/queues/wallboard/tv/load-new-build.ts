import type { Clock } from "@offhook/kernel";

export interface NewBuildOptions {
  /** `navigator.serviceWorker`; undefined on an insecure page, as most TVs have it. */
  readonly container: Pick<ServiceWorkerContainer, "getRegistration" | "addEventListener"> | undefined;
  readonly clock: Clock;
  readonly reload: () => void;
}

/** A build that does not come in this time is left to the next look of the console. */
const PATIENCE_MS = 60_000;

/**
 * Loads the page of the server's build. A worker would answer with the page that it keeps, so the new one takes over
 * first: nobody sits in front of a TV who could be asked.
 */
export async function loadNewBuild({ container, clock, reload }: NewBuildOptions): Promise<void> {
  const registration = await container?.getRegistration().catch(() => undefined);
  if (!container || !registration) {
    reload();
    return;
  }
  let isDone = false;
  const finish = (): void => {
    if (isDone) return;
    isDone = true;
    cancel();
    reload();
  };
  const cancel = clock.schedule(PATIENCE_MS, finish);
  container.addEventListener("controllerchange", finish);
  await registration.update().catch(() => {});
  const worker = registration.installing ?? registration.waiting;
  if (!worker) finish();
  else if (worker.state === "installed") worker.postMessage("activateNow");
  else
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed") worker.postMessage("activateNow");
    });
}
