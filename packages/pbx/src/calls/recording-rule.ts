import type { CallState, RecordingRule, Seat, StateNamed } from "./call-state.ts";

/**
 * The rule that holds for a call right now. What must not be recorded stays so whoever talks; what must be is the part
 * of the agent, and not a conference, whose other members were told nothing.
 */
export function ruleIn(state: CallState): RecordingRule | undefined {
  const { recordingRule: rule } = state.core;
  if (rule?.policy !== "always") return rule;
  if (state.name !== "connected" || state.conference) return undefined;
  return isAgent(rule, state.near) || isAgent(rule, state.far) ? rule : undefined;
}

const isAgent = (rule: RecordingRule, { channel }: Seat): boolean =>
  channel.party.endpointId === rule.endpointId;

/** The party at the other end of the agent has to hear that the call is recorded, before anything else is heard. */
export const owesNotice = (state: CallState): state is StateNamed<"connected"> =>
  ruleIn(state)?.policy === "always" && !isToldIn(state);

/** The agent's part has to be recorded, and the other party knows. */
export const isToBeRecorded = (state: CallState): boolean =>
  ruleIn(state)?.policy === "always" && isToldIn(state);

/** Another device of the same party, and another process, find the same record. */
export const isTold = ({ core }: CallState, { channel }: Seat): boolean =>
  core.toldRecordId === channel.recordId;

function isToldIn(state: CallState): boolean {
  const { recordingRule: rule } = state.core;
  if (state.name !== "connected" || !rule) return false;
  return isTold(state, isAgent(rule, state.far) ? state.near : state.far);
}
