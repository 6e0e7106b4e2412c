import type { CancelTimer, Emitter } from "@offhook/kernel";
import { seatsOf } from "../calls/call-change.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import type { CallView } from "../calls/views/call-view.ts";
import type { CallCommands } from "../commands/pbx-commands.ts";
import type { PbxEvents } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";

export interface TollWatchParts {
  readonly ports: Pick<PbxPorts, "clock" | "directory">;
  readonly events: Emitter<PbxEvents>;
  readonly runner: CallRunner;
  readonly commands: Pick<CallCommands, "hangUp">;
}

/** Ends outside calls that last longer than a line may talk: a handset off the hook, or a thief's open line. */
export class TollWatch {
  readonly #parts: TollWatchParts;
  readonly #timers = new Map<string, CancelTimer>();

  constructor(parts: TollWatchParts) {
    this.#parts = parts;
    parts.events.on("callChanged", (call) => this.#follow(call));
    parts.events.on("callEnded", ({ callId }) => this.#forget(callId));
  }

  close(): void {
    for (const callId of [...this.#timers.keys()]) this.#forget(callId);
  }

  #follow({ callId, companyId }: CallView): void {
    const { clock, directory } = this.#parts.ports;
    const minutes = directory.company(companyId)?.outbound.line?.minutesPerCall;
    if (minutes === undefined || this.#timers.has(callId)) return;
    const legs = [...(this.#parts.runner.state(callId)?.core.legs.values() ?? [])];
    const answered = legs.find(
      ({ record, answeredAt }) => isLimited(record.toll?.kind) && answeredAt !== undefined,
    );
    if (answered?.answeredAt === undefined) return;
    const endsAt = answered.answeredAt + minutes * 60_000;
    const cancel = clock.schedule(endsAt - clock.now(), () => {
      this.#timers.delete(callId);
      this.#end(callId, minutes);
    });
    this.#timers.set(callId, cancel);
  }

  #forget(callId: string): void {
    this.#timers.get(callId)?.();
    this.#timers.delete(callId);
  }

  #end(callId: string, allowed: number): void {
    const { runner, commands, events } = this.#parts;
    const state = runner.state(callId);
    if (!state) return;
    const { companyId } = state.core;
    for (const { channel } of seatsOf(state)) {
      const toll = state.core.legs.get(channel.recordId)?.record.toll;
      if (!toll || !isLimited(toll.kind)) continue;
      commands.hangUp(channel.id);
      const { endpointId } = toll;
      if (endpointId === undefined) continue;
      events.emit("alarm", {
        companyId,
        alarm: { kind: "lineLimitReached", endpointId, limit: "minutesPerCall", allowed },
      });
    }
  }
}

const isLimited = (kind: string | undefined): boolean => kind !== undefined && kind !== "emergency";
