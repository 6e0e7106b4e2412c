type Listener<Payload> = (payload: Payload) => void;

/** A typed event source. Listeners added or removed while an event is being delivered take part from the next one on. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, readonly Listener<never>[]>();

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    this.#listeners.set(name, [...this.#of(name), listener]);
    return () => {
      this.#listeners.set(
        name,
        this.#of(name).filter((each) => each !== listener),
      );
    };
  }

  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of this.#of(name)) listener(payload);
  }

  #of<Name extends keyof Events>(name: Name): readonly Listener<Events[Name]>[] {
    return (this.#listeners.get(name) ?? []) as readonly Listener<Events[Name]>[];
  }
}
