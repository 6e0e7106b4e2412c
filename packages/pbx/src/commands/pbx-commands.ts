import type { CallId, ChannelId } from "../calls/call-ids.ts";
import type { CallView } from "../calls/views/call-view.ts";
import type { CompanyId, Destination, EndpointId } from "../dialplan/company-config.ts";

export type CommandRefusal =
  | "unknownChannel"
  | "unknownEndpoint"
  /** The call is not in a state that allows it. */
  | "wrongState"
  | "notAllowed"
  | "noFreeSlot"
  /** None of the devices that were asked for is there. */
  | "unreachable"
  /** The line wants no calls now. */
  | "quiet"
  /** The queue that gave the call to its agent records it, and nobody else decides on that. */
  | "alwaysRecorded"
  /** That queue wants nobody to record it. */
  | "neverRecorded"
  /** The line, its company or the whole phone system has as many calls as it may have. */
  | "limitReached";

export type CommandResult<Value = object> =
  | ({ readonly isDone: true } & Value)
  | { readonly isDone: false; readonly refusal: CommandRefusal };

export interface PlaceCall {
  readonly companyId: CompanyId;
  /** On whose behalf: permissions, caller id and history are this line's. */
  readonly endpointId: EndpointId;
  /** Rings first: an outside number such as the user's mobile, or an extension. Empty: the line's own devices. */
  readonly first: string;
  readonly destination: string;
  /** Whose session asked for it: when that ends, a call that nobody of the company has joined ends with it. */
  readonly owner?: string;
  /** Devices of the first leg are asked to pick up by themselves. */
  readonly isFirstAutoAnswered?: boolean;
  /** The same for the destination, where it is a line of the same people. */
  readonly isDestinationAutoAnswered?: boolean;
}

export interface TestCall {
  readonly companyId: CompanyId;
  readonly endpointId: EndpointId;
  /** Only devices that registered by this account ring: nobody else who shares the line is bothered. */
  readonly account: string;
}

export interface PickUpMessage {
  readonly companyId: CompanyId;
  readonly callId: CallId;
  /** The line that rings. */
  readonly endpointId: EndpointId;
  /** Only devices that registered by this account ring. Left out: all of the line's. */
  readonly account?: string | undefined;
}

/**
 * What the console can ask of calls. A channel stands for the party whose leg it is: `transfer(channel)` means that
 * this party transfers. Whether the asker may act for that party is checked by the caller (`call()` tells whose it is).
 */
export interface CallCommands {
  calls(companyId?: CompanyId): readonly CallView[];
  call(callId: CallId): CallView | undefined;
  /** Call from another device: rings `first`, then connects it with `destination`. */
  place(request: PlaceCall): CommandResult<{ readonly callId: CallId }>;
  /** Rings the devices of one account and lets whoever answers hear themselves. No history tells of it. */
  ringForTest(request: TestCall): CommandResult<{ readonly callId: CallId }>;
  /** Hangs up, or declines while ringing; `by` is the user who asks for it. */
  hangUp(channelId: ChannelId, by?: string): CommandResult;
  /** Declines for a line, also while none of its devices is there yet. */
  decline(callId: CallId, endpointId: EndpointId, by?: string): CommandResult;
  /** A ringing or live party sends the caller elsewhere without answering, to voicemail say. */
  redirect(channelId: ChannelId, destination: Destination, by?: string): CommandResult;
  /** Rings a line for a caller who is speaking to a mailbox. What was said so far is kept. */
  pickUpMessage(request: PickUpMessage): CommandResult;
  hold(channelId: ChannelId, isHeld: boolean): CommandResult;
  mute(channelId: ChannelId, isMuted: boolean): CommandResult;
  sendDigits(channelId: ChannelId, digits: string): CommandResult;
  /** Blind: the asking leg ends at once, and is rung again when nobody answers. */
  transfer(channelId: ChannelId, number: string, note?: string): CommandResult;
  /** For whoever the call goes to, shown with it. An empty text takes it back. */
  writeNote(channelId: ChannelId, text: string): CommandResult;
  /** Ends this party's part in a conversation, on behalf of another one. */
  drop(channelId: ChannelId): CommandResult;
  /** Attended: joins the far ends of two calls of the same line. */
  completeTransfer(channelId: ChannelId, consultationId: ChannelId): CommandResult;
  /** While the target still rings: takes the call back. */
  cancelTransfer(channelId: ChannelId): CommandResult;
  park(channelId: ChannelId): CommandResult<{ readonly slot: number }>;
  /** Joins the calls of these channels, all of one line, in one conference. */
  join(channelIds: readonly ChannelId[]): CommandResult<{ readonly conferenceId: string }>;
  /** Takes the call of this channel out of its conference. */
  split(channelId: ChannelId): CommandResult;
  startRecording(channelId: ChannelId): CommandResult<{ readonly recordingId: string }>;
  stopRecording(channelId: ChannelId): CommandResult;
}
