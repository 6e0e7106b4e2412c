/** The requests of a signed-in user that wait for their answers. */
export class OpenRequests {
  #controller = new AbortController();

  /** Of all requests that begin now. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives them all up: the service would refuse what reaches it after the sign-out, and nobody reads the answers. */
  abandon(): void {
    this.#controller.abort(new DOMException("Signed out", "AbortError"));
    this.#controller = new AbortController();
  }
}
