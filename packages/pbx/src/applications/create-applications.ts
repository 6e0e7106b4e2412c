import type { CancelTimer, Emitter } from "@offhook/kernel";
import type { CallRunner } from "../calls/call-runner.ts";
import type { CallCommands } from "../commands/pbx-commands.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import type { PbxEvents } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import { ApplicationRunner } from "./application-runner.ts";

export interface ApplicationSurroundings {
  readonly ports: PbxPorts;
  readonly newId: () => string;
  readonly events: Emitter<PbxEvents>;
  readonly runner: () => CallRunner;
  readonly board: () => LegBoard;
  readonly commands: () => CallCommands;
  /** Calls that are yet to be made, to be canceled at the end. */
  readonly callbacks: Set<CancelTimer>;
}

/** Mailboxes, rooms and the like, with what they ask of the phone system and tell of themselves. */
export function createApplications(around: ApplicationSurroundings): ApplicationRunner {
  const { ports, newId, events, runner, board, commands, callbacks } = around;
  return new ApplicationRunner({
    ports,
    newId,
    stateOf: (callId) => runner().state(callId),
    whenAudible: (channelId, task) => board().leg(channelId)?.audio.whenStarted(task),
    onMessage: (message) => {
      runner().handleCall(message.callId, { type: "messageBegun" });
      events.emit("messageBegun", message);
    },
    onMessageEnded: (ended) => events.emit("messageEnded", ended),
    onPinLockout: (lockout) => events.emit("pinLockout", lockout),
    onEnded: (callId, next) => runner().handleCall(callId, { type: "applicationEnded", next }),
    callBack: (endpointId, companyId, afterMs) => {
      const cancel = ports.clock.schedule(afterMs, () => {
        callbacks.delete(cancel);
        commands().place({ companyId, endpointId, first: "", destination: "*43" });
      });
      callbacks.add(cancel);
    },
  });
}
