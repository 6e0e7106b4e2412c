export { NO_PIN_TRIES } from "./applications/pin-brake.ts";
export type { CallId, CallPhase, CallView, ChannelId, PartyPhase, PartyView } from "./calls/call-view.ts";
export type { HangupCause } from "./calls/hangup-cause.ts";
export type { ClosedLegRecord, LegRecord, LegStatus, QualityInterval } from "./calls/leg-record.ts";
export { type LivePbxCall, livePbxCalls } from "./calls/live-pbx-call.ts";
export type * from "./dialplan/company-config.ts";
export { DEFAULT_COMPANY_LIMITS } from "./dialplan/company-config.ts";
export { emergencyNumbersOf } from "./dialplan/emergency-numbers.ts";
export { type CivicAddress, emergencyPlace, placeOf } from "./dialplan/emergency-place.ts";
export type { LineLimitName, SuspiciousKind } from "./dialplan/line-limits.ts";
export { ATTACH_PREFIX } from "./invite-desk.ts";
export { CALL_HEADER, CHANNEL_HEADER } from "./legs/sip-headers-of-calls.ts";
export { Pbx, type PbxCounts } from "./pbx.ts";
export type { CallCommands, CommandRefusal, CommandResult, PlaceCall, TestCall } from "./pbx-commands.ts";
export type { EndpointPresence, PbxAlarm, PbxEvents, QueueStatus, TrunkStatus } from "./pbx-events.ts";
export { DEFAULT_PBX_SETTINGS, type PbxPorts, type PbxSettings } from "./pbx-ports.ts";
export type { Arrivals } from "./ports/arrivals.ts";
export type { BindingStore, SavedBinding } from "./ports/binding-store.ts";
export type { CallRecords } from "./ports/call-records.ts";
export type { FlowOpener, FlowTarget } from "./ports/flow-opener.ts";
export type { LegLimits, LimitReached, LimitScope } from "./ports/leg-limits.ts";
export type {
  MailboxMessage,
  MailboxRef,
  MailboxStore,
  NewMessage,
  PinJudgement,
  PinTries,
} from "./ports/mailbox-store.ts";
export type { MediaPort, MediaPortEvents } from "./ports/media-port.ts";
export type { NumberPlan, PbxDirectory, SipAccount } from "./ports/pbx-directory.ts";
export type { PbxLog } from "./ports/pbx-log.ts";
export type { RecordingFolder } from "./ports/recording-folder.ts";
export type { TollCall, TollStore } from "./ports/toll-store.ts";
export type { Binding } from "./registrar/binding.ts";
export type { SessionFlow } from "./registrar/gatekeeper.ts";
export { type BookedCall, TollBook } from "./toll-book.ts";
