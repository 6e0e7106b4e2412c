/** `switch` keeps every account; both leave nothing of this one on the screen. */
export type SignOutReason = "signOut" | "switch";
export type SignOutHook = (reason: SignOutReason) => void | Promise<void>;

/** What has to happen when the user leaves: hang up, stop sounds, close sockets, empty stores. */
export class SignOutHooks {
  readonly #hooks = new Set<SignOutHook>();

  add(hook: SignOutHook): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  /** Runs them all, whatever one of them does, and returns what failed. */
  async run(reason: SignOutReason): Promise<readonly unknown[]> {
    const runs = [...this.#hooks].map(async (hook) => hook(reason));
    const outcomes = await Promise.allSettled(runs);
    return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  }
}
