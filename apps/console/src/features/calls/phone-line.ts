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
type PhoneChange = Partial<Phone>;

/** The active phone line: what it does with its calls. */
export class PhoneLine {
  readonly state: StoreApi<PhoneLineState>;
  readonly #options: PhoneLineOptions;
  /** What the service told of the line while a request was under way: newer than the answer may be. */
  readonly #toldMeanwhile = new Set<PhoneChange>();

  constructor(options: PhoneLineOptions) {
    this.#options = options;
    this.state = createStore<PhoneLineState>()(() => ({ phone: undefined }));
  }

  async load(): Promise<void> {
    const name = this.#options.activeLine();
    if (name === undefined) return;
    const phone = await this.#ask(name, async (told) => {
      const answer = await this.#options.client.getPhone({ query: { phone: name } });
      return { ...answer, ...told };
    });
    // The user may have chosen another line while this one was on its way.
    if (name === this.#options.activeLine()) this.state.setState({ phone });
  }

  setDnd(isOn: boolean): Promise<void> {
    return this.update({ dnd: isOn ? "1" : "0" });
  }

  update(fields: Omit<PhoneUpdate, "phone">): Promise<void> {
    return this.#change(fields as PhoneChange, (phone) =>
      this.#options.client.updatePhone({ body: { ...fields, phone } }),
    );
  }

  /** An empty number ends the forwarding. */
  setForwarding(number: string): Promise<void> {
    return this.#change({ forwarding: number }, (phone) =>
      this.#options.client.setForwarding({ body: { phone, number } }),
    );
  }

  apply(event: CallEvent): void {
    const told = toldBy(event);
    if (!told) return;
    for (const meanwhile of this.#toldMeanwhile) {
      if (meanwhile.name === told.name) Object.assign(meanwhile, told);
    }
    if (told.name === this.state.getState().phone?.name) this.#show(told);
  }

  reset(): void {
    this.state.setState({ phone: undefined });
  }

  /** Shows the change at once and takes it back when the service refuses. */
  async #change(change: PhoneChange, save: (name: string) => Promise<Phone>): Promise<void> {
    const before = this.state.getState().phone;
    if (!before) return;
    this.#show(change);
    await this.#ask(before.name, async (told) => {
      // Of a phone only what was changed: the rest may be older than what is shown by now.
      const settle = (phone: Phone): void => {
        if (this.state.getState().phone?.name !== before.name) return;
        const fields = Object.keys(change).map((field) => [field, phone[field as keyof Phone]]);
        this.#show({ ...Object.fromEntries(fields), ...told });
      };
      await save(before.name).then(settle, (failure: unknown) => {
        settle(before);
        throw failure;
      });
    });
  }

  async #ask<Answer>(name: string, request: (told: PhoneChange) => Promise<Answer>): Promise<Answer> {
    const told: PhoneChange = { name };
    this.#toldMeanwhile.add(told);
    try {
      return await request(told);
    } finally {
      this.#toldMeanwhile.delete(told);
    }
  }

  #show(change: PhoneChange): void {
    this.state.setState(({ phone }) => ({ phone: phone && { ...phone, ...change } }));
  }
}

function toldBy(event: CallEvent): PhoneChange | undefined {
  switch (event.type) {
    case "DND":
      return { name: event.phone, dnd: event.dnd };
    case "CHANGE":
      return { name: event.phone, forwarding: event.forwarding };
    case "PHONE_UPDATE":
      return event.phone;
    default:
      return undefined;
  }
}
