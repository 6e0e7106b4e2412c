import type { Phone, PhoneUpdate } from "@offhook/contract";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions, Client } from "../../platform/api/api-client.ts";
import type { EventLog } from "../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../platform/live/live-value.ts";

export interface PhoneLineState {
  /** The active line; undefined until it is loaded. */
  readonly phone: Phone | undefined;
  /** Every line that is known by now, by its name, the active one among them. */
  readonly lines: Readonly<Record<string, Phone>>;
}

const NOTHING: PhoneLineState = { phone: undefined, lines: {} };

export interface PhoneLineOptions {
  readonly client: Pick<Client, "getPhones" | "getPhone" | "updatePhone" | "setForwarding">;
  readonly log: EventLog;
  /** The name of the active line. */
  readonly activeLine: () => string | undefined;
}

/** The phone lines of the user, above all the active one: what they do with their calls. */
export class PhoneLine {
  readonly state: StoreApi<PhoneLineState>;
  readonly #live: LiveValue<PhoneLineState>;
  readonly #options: PhoneLineOptions;

  constructor(options: PhoneLineOptions) {
    this.#options = options;
    this.#live = new LiveValue<PhoneLineState>({
      log: options.log,
      initial: NOTHING,
      rules: PHONE_LINE_RULES,
      reload: () => this.#reload(),
    });
    this.state = this.#live.state;
  }

  async load(): Promise<void> {
    const name = this.#options.activeLine();
    if (name !== undefined) await this.#loadLine(name);
  }

  /** Those that are not active as well. */
  async loadAll(): Promise<void> {
    const phones = await this.#options.client.getPhones();
    await Promise.all(phones.map(({ name }) => this.#loadLine(name)));
  }

  setDnd(isOn: boolean): Promise<void> {
    return this.update({ dnd: isOn ? "1" : "0" });
  }

  update(fields: Omit<PhoneUpdate, "phone">): Promise<void> {
    return this.#change(this.#activeName(), fields as Partial<Phone>, (phone, options) =>
      this.#options.client.updatePhone({ body: { ...fields, phone } }, options),
    );
  }

  /** An empty number ends the forwarding. */
  setForwarding(number: string, name = this.#activeName()): Promise<void> {
    return this.#change(name, { forwarding: number }, (phone, options) =>
      this.#options.client.setForwarding({ body: { phone, number } }, options),
    );
  }

  stop(): void {
    this.#live.stop();
  }

  #activeName(): string | undefined {
    return this.state.getState().phone?.name;
  }

  async #reload(): Promise<void> {
    const names = new Set(Object.keys(this.state.getState().lines));
    const active = this.#options.activeLine();
    if (active !== undefined) names.add(active);
    await Promise.all([...names].map((name) => this.#loadLine(name)));
  }

  #loadLine(name: string): Promise<void> {
    return this.#live.fetch(
      name,
      (options) => this.#options.client.getPhone({ query: { phone: name } }, options),
      (state, phone) => {
        const lines = { ...state.lines, [name]: phone };
        // The user may have chosen another line while this one was on its way.
        return { lines, phone: name === this.#options.activeLine() ? phone : state.phone };
      },
    );
  }

  /** Shows the change at once and takes it back when the service refuses. */
  async #change(
    name: string | undefined,
    change: Partial<Phone>,
    save: (name: string, options: CallOptions) => Promise<Phone>,
  ): Promise<void> {
    if (name === undefined || !this.state.getState().lines[name]) return;
    await this.#live.change(
      (state) => withLine(state, name, change),
      (options) => save(name, options),
      // Of a phone only what was changed: the rest may be older than what is shown by now.
      (phone) => {
        const fields = Object.keys(change).map((field) => [field, phone[field as keyof Phone]]);
        return (state) => withLine(state, name, Object.fromEntries(fields));
      },
    );
  }
}

function withLine(state: PhoneLineState, name: string, change: Partial<Phone>): PhoneLineState {
  const known = state.lines[name];
  if (!known) return state;
  const changed = { ...known, ...change };
  return {
    lines: { ...state.lines, [name]: changed },
    phone: state.phone?.name === name ? changed : state.phone,
  };
}

const PHONE_LINE_RULES = {
  DND: (state, { phone, dnd }) => withLine(state, phone, { dnd }),
  CHANGE: (state, { phone, forwarding }) => withLine(state, phone, { forwarding }),
  PHONE_UPDATE: (state, { phone }) => withLine(state, phone.name, phone),
} satisfies EventRules<PhoneLineState>;
