import type { CallControl, CallControlResult } from "@offhook/contract";
import type { Client } from "../../../../platform/api/api-client.ts";
import type { TransferTarget } from "../phone.ts";
import type { LocalCall } from "../phone-model.ts";
import { conferenceIdOf, type LivePhoneCall, NO_CONFERENCE, type Talk } from "./active-call.ts";

export interface CallCommandsOptions {
  readonly client: Pick<Client, "controlCall">;
  readonly calls: () => readonly LivePhoneCall[];
  readonly setLocalMute: (call: LivePhoneCall, isOn: boolean) => void;
  readonly change: (id: string, change: Partial<LocalCall>) => void;
  readonly remember: (
    call: LivePhoneCall,
    notes: { readonly hold?: boolean; readonly muted?: boolean },
  ) => void;
  readonly wanted: (id: string) => LocalCall["wanted"];
  readonly schedule: (delayMs: number, task: () => void) => void;
}

type Asked<Action extends CallControl["action"]> = Omit<
  Extract<CallControl, { action: Action }>,
  "action" | "channel"
>;

/** For how long a confirmed wish is shown although no list has shown it yet. */
const TRUST_MS = 1_500;
export const NOT_READY = "The call is not ready yet. Try again in a moment.";
const TRANSFER_FAILED = "Failed to transfer call.";

/** What is asked of the phone system for calls that are somewhere: here, in another tab, on another device. */
export class CallCommands {
  readonly #options: CallCommandsOptions;
  /** By call: the wish that is on its way. The next one waits for it, so that they arrive in the order they had. */
  readonly #onTheirWay = new Map<string, Promise<unknown>>();

  constructor(options: CallCommandsOptions) {
    this.#options = options;
  }

  async ask<Action extends CallControl["action"]>(
    call: LivePhoneCall,
    action: Action,
    details: Asked<Action>,
  ): Promise<CallControlResult> {
    if (call.channel === "") throw new Error(NOT_READY);
    const body = { action, channel: call.channel, ...details } as unknown as CallControl;
    return this.#options.client.controlCall({ body });
  }

  /** The calls a switch acts on: the whole conference, or the call alone. */
  together(call: LivePhoneCall): readonly LivePhoneCall[] {
    const id = conferenceIdOf(call);
    if (id === NO_CONFERENCE) return [call];
    return this.#options.calls().filter((each) => conferenceIdOf(each) === id);
  }

  async setHold(call: LivePhoneCall, isOn: boolean): Promise<void> {
    await Promise.all(this.together(call).map((each) => this.holdOne(each, isOn)));
  }

  async holdOne(call: LivePhoneCall, isOn: boolean): Promise<void> {
    await this.#wish(call, "hold", isOn, () => this.ask(call, "hold", { hold: isOn ? "1" : "0" }));
  }

  async setMuted(call: LivePhoneCall, isOn: boolean): Promise<void> {
    await Promise.all(
      this.together(call).map(async (each) => {
        this.#options.setLocalMute(each, isOn);
        await this.#wish(each, "muted", isOn, () => this.ask(each, "mute", { mute: isOn ? "1" : "0" })).catch(
          (failure: unknown) => {
            this.#options.setLocalMute(each, !isOn);
            throw failure;
          },
        );
      }),
    );
  }

  async setPartyMuted(call: Talk, isOn: boolean): Promise<void> {
    await this.ask(call, "mute", { mute: isOn ? "1" : "0", party: call.party });
  }

  async setRecording(call: LivePhoneCall, isOn: boolean): Promise<void> {
    await this.#wish(call, "recording", isOn, () =>
      this.ask(call, isOn ? "startRecording" : "stopRecording", {}),
    );
  }

  async transfer(call: LivePhoneCall, to: TransferTarget, note: string | undefined): Promise<void> {
    await failingWith(TRANSFER_FAILED, async () => {
      if ("voicemailOf" in to)
        await this.ask(call, "redirect", { dtype: "voicemail", dnumber: to.voicemailOf });
      else await this.ask(call, "transfer", { number: to.number, ...(note ? { note } : {}) });
    });
  }

  async completeTransfer(call: LivePhoneCall, consultation: LivePhoneCall): Promise<void> {
    await failingWith(TRANSFER_FAILED, () =>
      this.ask(call, "completeTransfer", { consultation: consultation.channel }),
    );
  }

  async conference(calls: readonly LivePhoneCall[]): Promise<void> {
    const [first, ...rest] = calls;
    if (!first || rest.length === 0) return;
    // Parties of an earlier conference wait on hold with the one that was joined.
    const all = new Map(calls.flatMap((call) => this.together(call)).map((call) => [call.id, call]));
    await this.ask(first, "conference", { channels: rest.map(({ channel }) => channel) });
    // All of them: one may be put on hold at this very moment, which the list of calls does not show yet.
    await Promise.all([...all.values()].map((call) => this.holdOne(call, false)));
  }

  /** Every call goes on by itself, the others on hold. */
  async split(call: LivePhoneCall): Promise<void> {
    const others = this.together(call).filter(({ id }) => id !== call.id);
    // The last one needs no word: a conference of one is none.
    for (const each of [call, ...others.slice(1)]) await this.ask(each, "split", {});
    await Promise.all(others.map((each) => this.holdOne(each, true)));
  }

  /** Shows a switch as it was asked for until the phone system has it, or has refused it. */
  async #wish(
    call: LivePhoneCall,
    name: "hold" | "muted" | "recording",
    isOn: boolean,
    ask: () => Promise<unknown>,
  ): Promise<void> {
    const { change, wanted, schedule, remember } = this.#options;
    const forget = (): void => {
      const { [name]: now, ...rest } = wanted(call.id);
      if (now === isOn) change(call.id, { wanted: rest });
    };
    change(call.id, { wanted: { ...wanted(call.id), [name]: isOn } });
    try {
      await this.#inOrder(call.id, ask);
      if (name !== "recording") remember(call, { [name]: isOn });
      schedule(TRUST_MS, forget);
    } catch (failure) {
      forget();
      throw failure;
    }
  }

  async #inOrder(id: string, ask: () => Promise<unknown>): Promise<void> {
    const before = this.#onTheirWay.get(id);
    // Whatever became of the one before.
    const asked = before ? before.then(ask, ask) : ask();
    this.#onTheirWay.set(id, asked);
    try {
      await asked;
    } finally {
      if (this.#onTheirWay.get(id) === asked) this.#onTheirWay.delete(id);
    }
  }
}

/** The specification has one sentence for whatever went wrong. */
export async function failingWith<Value>(sentence: string, attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await attempt();
  } catch (failure) {
    throw new Error(sentence, { cause: failure });
  }
}
