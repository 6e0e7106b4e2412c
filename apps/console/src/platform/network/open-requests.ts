/** The one request that a user who leaves still makes. */
const LAST_REQUEST = "/logout";

/** The requests of a signed-in user that wait for their answers. */
export class OpenRequests {
  #controller = new AbortController();

  /** Ends a request to this path when its user leaves. */
  signalFor(path: string): AbortSignal | undefined {
    return path === LAST_REQUEST ? undefined : this.#controller.signal;
  }

  /**
   * Gives them all up, and those that begin before the user has left: the service would refuse what reaches it after
   * the sign-out, and nobody reads the answers.
   */
  close(): void {
    this.#controller.abort(new DOMException("Signed out", "AbortError"));
  }

  /** For whoever comes next. */
  open(): void {
    this.#controller = new AbortController();
  }
}
