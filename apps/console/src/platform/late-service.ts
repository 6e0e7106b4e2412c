/**
 * The place of a service of the user whose code is loaded with the first screen that needs it, or after the first
 * paint: no other screen has to carry it to be shown.
 */
export class LateService<Options, Service extends { stop(): void }> {
  readonly #options: () => Options;
  #service: Service | undefined;
  #isStopped = false;

  constructor(options: () => Options) {
    this.#options = options;
  }

  /** All callers share one; the first caller makes it. */
  open(create: (options: Options) => Service): Service {
    this.#service ??= create(this.#options());
    if (this.#isStopped) this.#service.stop();
    return this.#service;
  }

  stop(): void {
    this.#isStopped = true;
    this.#service?.stop();
  }
}
