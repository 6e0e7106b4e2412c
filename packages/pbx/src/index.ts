export { NO_PIN_TRIES } from "./applications/pin-brake.ts";
export { MIN_MESSAGE_MS } from "./applications/voicemail.ts";
export type { PassedOver } from "./calls/passed-over.ts";
export type { ClosedLegRecord, LegRecord, QualityInterval } from "./calls/records/leg-record.ts";
export type { CallView, PartyView } from "./calls/views/call-view.ts";
export type { CallCommands, CommandRefusal, CommandResult } from "./commands/pbx-commands.ts";
export type * from "./dialplan/company-config.ts";
export { emergencyNumbersOf } from "./dialplan/emergency/emergency-numbers.ts";
export { type CivicAddress, emergencyPlace, placeOf } from "./dialplan/emergency/emergency-place.ts";
export type { LineLimitName, SuspiciousKind } from "./dialplan/line-usage.ts";
export { parseHours } from "./dialplan/opening-hours.ts";
export type { FaxCalls } from "./faxes/fax-calls.ts";
export type { FaxResult } from "./faxes/outgoing-fax.ts";
export { Pbx } from "./pbx.ts";
export type { EndpointPresence, PbxAlarm, PbxCounts, PbxEvents, RunningMessage } from "./pbx-events.ts";
export { DEFAULT_PBX_SETTINGS } from "./pbx-ports.ts";
export type { Arrivals } from "./ports/arrivals.ts";
export type { BindingStore, SavedBinding } from "./ports/binding-store.ts";
export type { CallRecords } from "./ports/call-records.ts";
export type { CallbackStore, SavedCallback } from "./ports/callback-store.ts";
export type { CallerTags } from "./ports/caller-tags.ts";
export type {
  FaxArrival,
  FaxMachineCall,
  FaxMachineEnd,
  FaxMachineEvents,
  FaxMachineOrder,
  FaxMachines,
} from "./ports/fax-machine.ts";
export type { FlowOpener, FlowTarget } from "./ports/flow-opener.ts";
export type { LegLimits, LimitReached } from "./ports/leg-limits.ts";
export type {
  GreetingOccasion,
  GreetingUse,
  MailboxMessage,
  MailboxRef,
  MailboxStore,
  MessageCounts,
  MessageDraft,
  NewMessage,
  PinJudgment,
  PinTries,
  RecordedGreeting,
} from "./ports/mailbox-store.ts";

export type { PbxDirectory, SipAccount } from "./ports/pbx-directory.ts";
export type { PbxLog } from "./ports/pbx-log.ts";
export type { RecordingFolder } from "./ports/recording-folder.ts";
export type { TollCall, TollStore } from "./ports/toll-store.ts";
export type { SavedWaitingCall, WaitingCallStore } from "./ports/waiting-call-store.ts";

export { MISSED_A_CALL } from "./queues/agent-steps.ts";
export type { QueueRecord } from "./queues/queue-records.ts";
export type { QueueRegistry } from "./queues/queue-registry.ts";
export type { Binding } from "./registrar/binding.ts";
export type { SessionFlow } from "./registrar/gatekeeper.ts";
export type { SuperviseCall, Supervisions } from "./supervision/supervisions.ts";
export { type BookedCall, TollBook } from "./tolls/toll-book.ts";
