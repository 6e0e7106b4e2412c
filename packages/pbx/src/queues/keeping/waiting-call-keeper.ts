import type { CancelTimer } from "@offhook/kernel";
import type { Flow } from "@offhook/sip";
import type { CallId, ChannelId } from "../../calls/call-ids.ts";
import type { CallState, StateNamed } from "../../calls/call-state.ts";
import type { PbxPorts } from "../../pbx-ports.ts";
import type { SavedWaitingCall, WaitingCallStore } from "../../ports/waiting-call-store.ts";
import type { Binding } from "../../registrar/binding.ts";
import { isPhoneOnStream, openFlow, type ResumeParts, resumeLeg, resumeWaiting } from "./resume-waiting.ts";

export interface WaitingCallKeeperParts extends ResumeParts {
  readonly ports: Pick<PbxPorts, "clock" | "flows" | "waitingCalls">;
}

/** What a call does in its first moments is written once. */
const GATHER_MS = 50;
/** What changes without anybody's word, such as the next announcement or the refresh of a session. */
const SWEEP_MS = 15_000;

/** A caller who waits, or for whom agents ring. */
type InQueue = StateNamed<"waiting"> | StateNamed<"ringing">;

/** Writes down who waits, behind the calls, so that another process can go on with them; nothing where none could. */
export class WaitingCallKeeper {
  readonly #parts: WaitingCallKeeperParts;
  readonly #store: WaitingCallStore | undefined;
  /** What was last written of each. */
  readonly #written = new Map<CallId, string>();
  readonly #changed = new Set<CallId>();
  /** Callers of before a restart who have to come back by themselves, or whose phones are yet to be reached. */
  readonly #absent = new Map<CallId, SavedWaitingCall>();
  #cancelGathering: CancelTimer | undefined;
  #cancelSweep: CancelTimer | undefined;
  #isClosed = false;

  constructor(parts: WaitingCallKeeperParts) {
    this.#parts = parts;
    this.#store = parts.ports.waitingCalls;
  }

  /** The call may look different, or be over. */
  changed(callId: CallId): void {
    const state = this.#stateOf(callId);
    if (!this.#store || this.#isClosed || (!this.#written.has(callId) && !state)) return;
    if (state?.near.kind !== "lost" && this.#absent.delete(callId) && state)
      this.#parts.queues().foundAlive(state.core.companyId, callId);
    this.#changed.add(callId);
    this.#cancelGathering ??= this.#parts.ports.clock.schedule(GATHER_MS, () => this.#write());
  }

  /** Its far end and we have agreed on its audio. */
  agreed(channelId: ChannelId): void {
    const state = this.#parts.runner().stateOf(channelId);
    if (state) this.changed(state.core.id);
  }

  /** Goes on with what the process before this one has written. */
  async resume(saved: readonly SavedWaitingCall[]): Promise<void> {
    await Promise.all(
      saved.map(async (each) => {
        await resumeWaiting(this.#parts, each, (callId, isAbsent) => {
          this.#written.set(callId, "");
          if (isAbsent) this.#absent.set(callId, each);
          this.#sweepLater();
        });
        const flow = isPhoneOnStream(each) ? await openFlow(this.#parts, each) : undefined;
        if (flow) this.#reach(each, flow);
      }),
    );
  }

  /** A desk phone has connected again: its call goes on there. */
  appeared({ endpointId, deviceId, flow }: Binding): void {
    for (const saved of this.#absent.values()) {
      const { party, deviceId: savedId } = saved.channel;
      if (party.endpointId === endpointId && savedId === deviceId) this.#reach(saved, flow);
    }
  }

  /** The server stops: leaves callers who can be gone on with as they are, without a word. */
  setAside(): ReadonlySet<CallId> {
    const { runner, board } = this.#parts;
    for (const callId of this.#written.keys()) this.#changed.add(callId);
    for (const callId of [...this.#changed]) runner().handleCall(callId, { type: "setAside" });
    this.#write();
    this.#isClosed = true;
    this.#cancelSweep?.();
    const kept = new Set(this.#written.keys());
    for (const callId of kept) {
      const channelId = this.#stateOf(callId)?.near.channel.id;
      if (channelId !== undefined) board().setAside(channelId);
    }
    return kept;
  }

  #reach(saved: SavedWaitingCall, flow: Flow): void {
    const { core, channel } = saved;
    // It may have hung up meanwhile, or be back already.
    const isAwaited = this.#absent.has(core.id) && this.#stateOf(core.id)?.near.kind === "lost";
    if (!isAwaited || !resumeLeg(this.#parts, saved, flow)) return;
    // First: agents ring when the phone has answered, and not because there is a way to it.
    this.#absent.delete(core.id);
    this.#parts.runner().attach(core.id, channel);
  }

  #write(): void {
    this.#cancelGathering?.();
    this.#cancelGathering = undefined;
    for (const callId of this.#changed) {
      const state = this.#stateOf(callId);
      const saved = state && this.#describe(state);
      const text = saved && JSON.stringify(saved);
      if (text === this.#written.get(callId)) continue;
      if (saved && text !== undefined) {
        this.#written.set(callId, text);
        this.#store?.save(saved);
      } else {
        this.#written.delete(callId);
        this.#store?.remove(callId);
      }
    }
    this.#changed.clear();
    this.#sweepLater();
  }

  #sweepLater(): void {
    if (this.#written.size === 0 || this.#isClosed) return;
    this.#cancelSweep ??= this.#parts.ports.clock.schedule(SWEEP_MS, () => {
      this.#cancelSweep = undefined;
      if (this.#written.size > 0) this.#store?.noteLife();
      for (const callId of this.#written.keys()) this.#changed.add(callId);
      this.#write();
    });
  }

  #stateOf(callId: CallId): InQueue | undefined {
    const state = this.#parts.runner().state(callId);
    return state && isInQueue(state) ? state : undefined;
  }

  /** Undefined where the call is about to leave the queue, or is one that we pay for. */
  #describe({ core, near }: InQueue): SavedWaitingCall | undefined {
    const caller = this.#parts.queues().caller(core.companyId, core.id);
    const openLeg = core.legs.get(near.channel.recordId);
    if (!caller || caller.leaving || !openLeg || openLeg.record.toll) return undefined;
    const { legs: _, ...kept } = core;
    const { callId, queueId, priority, tag, skills, since, turnAt, movedUpAt, announceAt, comfortAt } =
      caller;
    return {
      core: kept,
      openLeg,
      channel: near.channel,
      caller: {
        ...{ callId, queueId, priority, tag, skills, since, turnAt, movedUpAt },
        announceAt: finite(announceAt),
        comfortAt: finite(comfortAt),
      },
      leg: near.kind === "present" ? this.#parts.board().save(near.channel.id) : undefined,
    };
  }
}

const isInQueue = (state: CallState): state is InQueue =>
  state.name === "waiting" || (state.name === "ringing" && state.purpose.kind === "queue");

/** JSON has no word for never. */
const finite = (at: number): number | undefined => (Number.isFinite(at) ? at : undefined);
