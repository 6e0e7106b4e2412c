import type { DtmfDigit } from "@offhook/media/protocol";
import type { CallId, ChannelId } from "../calls/call-ids.ts";
import type { ApplicationRequest, CallState } from "../calls/call-state.ts";
import { planOf } from "../dialplan/company-plan.ts";
import { isOpen } from "../dialplan/opening-hours.ts";
import type { PinLockout, RunningMessage } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import { ApplicationLine, HungUp } from "./application-line.ts";
import type { ApplicationContext, ApplicationResult } from "./application-services.ts";
import { ConferenceRooms } from "./conference-room.ts";
import { runApplication } from "./run-application.ts";

export interface ApplicationRunnerParts {
  readonly ports: Pick<PbxPorts, "media" | "clock" | "mailboxes" | "directory" | "log">;
  readonly newId: () => string;
  readonly stateOf: (callId: CallId) => CallState | undefined;
  /** Runs the task once the leg has its audio. */
  readonly whenAudible: (channelId: ChannelId, task: () => void) => void;
  /** A caller has begun to leave a message. */
  readonly onMessage: (message: RunningMessage) => void;
  readonly onMessageEnded: (ended: { readonly messageId: string; readonly isKept: boolean }) => void;
  readonly onPinLockout: (lockout: PinLockout) => void;
  readonly onEnded: (callId: CallId, next: ApplicationResult) => void;
  readonly callBack: (endpointId: string, companyId: string, afterMs: number) => void;
}

/** Runs applications on legs and hands them the keys of their callers. */
export class ApplicationRunner {
  readonly rooms: ConferenceRooms;
  readonly #parts: ApplicationRunnerParts;
  readonly #lines = new Map<ChannelId, ApplicationLine>();

  constructor(parts: ApplicationRunnerParts) {
    this.#parts = parts;
    this.rooms = new ConferenceRooms(parts.ports.media);
  }

  get size(): number {
    return this.#lines.size;
  }

  /** False when no application listens to this leg. */
  press(channelId: ChannelId, digit: DtmfDigit): boolean {
    const line = this.#lines.get(channelId);
    line?.press(digit);
    return line !== undefined;
  }

  run(callId: CallId, channelId: ChannelId, request: ApplicationRequest): () => void {
    const { ports, newId, stateOf, whenAudible, onEnded } = this.#parts;
    const state = stateOf(callId);
    const line = new ApplicationLine({ media: ports.media, clock: ports.clock, legId: channelId, newId });
    const stop = (): void => {
      if (this.#lines.get(channelId) === line) this.#lines.delete(channelId);
      line.hangUp();
    };
    if (!state) return stop;
    this.#lines.set(channelId, line);
    whenAudible(channelId, () => {
      this.#converse(line, this.#contextOf(state), request)
        .then((next) => {
          const wasOver = line.isOver;
          stop();
          if (!wasOver) onEnded(callId, next);
        })
        .catch((error: unknown) =>
          ports.log.warn("What follows an application failed", { callId, error: String(error) }),
        );
    });
    return stop;
  }

  async #converse(
    line: ApplicationLine,
    context: ApplicationContext,
    request: ApplicationRequest,
  ): Promise<ApplicationResult> {
    try {
      return await runApplication(line, context, request);
    } catch (error) {
      if (!(error instanceof HungUp))
        this.#parts.ports.log.warn("An application failed", {
          application: request.kind,
          callId: context.callId,
          error: String(error),
        });
      return undefined;
    }
  }

  #contextOf({ core }: CallState): ApplicationContext {
    const { ports, newId, callBack } = this.#parts;
    const config = ports.directory.company(core.companyId);
    const plan = config && planOf(config);
    const timeZone = config?.timeZone ?? "UTC";
    const { endpointId } = core.caller;
    return {
      callId: core.id,
      companyId: core.companyId,
      timeZone,
      isOpen: () => isOpen(config?.hours ?? [], ports.clock.now(), timeZone),
      caller: core.isAnonymous ? { ...core.caller, number: "private", name: "" } : core.caller,
      clock: ports.clock,
      newId,
      mailboxes: ports.mailboxes,
      rooms: this.rooms,
      mailbox: (id) => plan?.mailboxes.get(id),
      room: (id) => plan?.rooms.get(id),
      pinLocked: (lockout) => this.#parts.onPinLockout(lockout),
      messageBegun: (message) => this.#parts.onMessage(message),
      messageEnded: (messageId, isKept) => this.#parts.onMessageEnded({ messageId, isKept }),
      callBack: (afterMs) => {
        if (endpointId !== undefined) callBack(endpointId, core.companyId, afterMs);
      },
    };
  }
}
