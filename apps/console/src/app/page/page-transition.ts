/** Half of the transition: the old page fades out, then the new one in. */
const FADE_MS = 80;

export type TransitionPhase = "shown" | "leaving";

/** Two addresses of the same area are one page: a list does not blink when another of its rows is opened. */
export function pageOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** Fades from page to page, out first and then in. Not at all for users who want no motion. */
export class PageTransition {
  readonly #wantsMotion: () => boolean;
  readonly #listeners = new Set<() => void>();
  #page: string | undefined;
  #phase: TransitionPhase = "shown";

  constructor(wantsMotion: () => boolean) {
    this.#wantsMotion = wantsMotion;
  }

  get phase(): TransitionPhase {
    return this.#phase;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isAnotherPage(path: string): boolean {
    return this.#page !== undefined && this.#page !== pageOf(path);
  }

  /** Resolves when the old page is out of sight. */
  async leave(path: string): Promise<void> {
    if (!this.isAnotherPage(path) || !this.#wantsMotion()) return;
    this.#become("leaving");
    await new Promise((resolve) => setTimeout(resolve, FADE_MS));
  }

  /** The page of this path is rendered, or a navigation ended in some other way: show what is there. */
  enter(path: string): void {
    this.#page = pageOf(path);
    this.#become("shown");
  }

  #become(phase: TransitionPhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    for (const listener of this.#listeners) listener();
  }
}
