import {
  configure,
  endCall,
  endWrapUps,
  getReady,
  miss,
  pause,
  restoreWrapUp,
  resume,
  see,
  take,
} from "./agent-steps.ts";
import {
  askCallback,
  cancelCallback,
  failCallback,
  hangUp,
  restoreCallback,
  takeCallback,
} from "./callback-steps.ts";
import {
  answer,
  enter,
  findAlive,
  findTag,
  leave,
  moveTo,
  moveUp,
  rest,
  resumeWaiting,
  send,
  turnAway,
} from "./caller-steps.ts";
import { FloorChange } from "./floor-change.ts";
import type { FloorConfigs, FloorEvent, FloorState, FloorStep } from "./floor-state.ts";
import { serveCallers } from "./serve-callers.ts";

type EventOf<Type extends FloorEvent["type"]> = Extract<FloorEvent, { type: Type }>;

const STEPS: { readonly [Type in FloorEvent["type"]]: (change: FloorChange, event: EventOf<Type>) => void } =
  {
    entered: enter,
    tagFound: findTag,
    resumed: resumeWaiting,
    foundAlive: findAlive,
    turnedAway: turnAway,
    left: leave,
    attemptFailed: rest,
    answered: answer,
    missed: miss,
    callEnded: endCall,
    wrapUpRestored: restoreWrapUp,
    callbackAsked: askCallback,
    hungUp: hangUp,
    callbackTaken: takeCallback,
    callbackFailed: failCallback,
    callbackRestored: restoreCallback,
    agentsSeen: see,
    configured: configure,
    // What is due is looked at in every step.
    woke: () => undefined,
    pause,
    resume,
    getReady,
    take,
    cancelCallback,
    moveUp,
    moveTo,
    send,
  };

/** Pure. One step for all queues of a company, since an agent of several of them can take one call only. */
export function stepFloor(state: FloorState, event: FloorEvent, configs: FloorConfigs): FloorStep {
  const change = new FloorChange(state, event.at, configs);
  endWrapUps(change);
  const step = STEPS[event.type] as (change: FloorChange, event: FloorEvent) => void;
  step(change, event);
  serveCallers(change);
  return change.finish();
}
