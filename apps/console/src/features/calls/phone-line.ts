import type { CallEvent, Phone, PhoneUpdate } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../platform/api-client.ts";

export interface PhoneLineState {
  /** Undefined until the line is loaded. */
  readonly phone: Phone | undefined;
}

export interface PhoneLineOptions {
  readonly client: Pick<Client, "getPhone" | "updatePhone" | "setForwarding">;
  /** The name of the active line. */
  readonly activeLine: () => string | undefined;
}

/** Fields of a phone; those left out stay. */
type PhoneChange = Partial<Phone> | Omit<PhoneUpdate, "phone">;

/** The active phone line: what it does with its calls. */
export class PhoneLine {
  readonly state: StoreApi<PhoneLineState>;
  readonly #options: PhoneLineOptions;

  constructor(options: PhoneLineOptions) {
    this.#options = options;
    this.state = createStore<PhoneLineState>()(() => ({ phone: undefined }));
  }

  async load(): Promise<void> {
    const name = this.#options.activeLine();
    if (name === undefined) return;
    const phone = await this.#options.client.getPhone({ query: { phone: name } });
    // The user may have chosen another line while this one was on its way.
    if (name === this.#options.activeLine()) this.state.setState({ phone });
  }

  setDnd(isOn: boolean): Promise<void> {
    return this.update({ dnd: isOn ? "1" : "0" });
  }

  update(fields: Omit<PhoneUpdate, "phone">): Promise<void> {
    return this.#change(fields, (phone) => this.#options.client.updatePhone({ body: { ...fields, phone } }));
  }

  /** An empty number ends the forwarding. */
  setForwarding(number: string): Promise<void> {
    return this.#change({ forwarding: number }, (phone) =>
      this.#options.client.setForwarding({ body: { phone, number } }),
    );
  }

  apply(event: CallEvent): void {
    const { phone } = this.state.getState();
    if (!phone) return;
    switch (event.type) {
      case "DND":
        if (event.phone === phone.name) this.#show({ dnd: event.dnd });
        break;
      case "CHANGE":
        if (event.phone === phone.name) this.#show({ forwarding: event.forwarding });
        break;
      case "PHONE_UPDATE":
        if (event.phone.name === phone.name) this.#show(event.phone);
        break;
    }
  }

  reset(): void {
    this.state.setState({ phone: undefined });
  }

  /** Shows the change at once and takes it back when the service refuses. */
  async #change(change: PhoneChange, save: (name: string) => Promise<Phone>): Promise<void> {
    const before = this.state.getState().phone;
    if (!before) return;
    this.#show(change);
    try {
      this.#show(await save(before.name));
    } catch (failure) {
      if (this.state.getState().phone?.name === before.name) this.state.setState({ phone: before });
      throw failure;
    }
  }

  #show(change: PhoneChange): void {
    this.state.setState(({ phone }) => ({ phone: phone && Object.assign({}, phone, change) }));
  }
}
