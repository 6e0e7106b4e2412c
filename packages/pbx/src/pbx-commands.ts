import type { CallId, CallView, ChannelId } from "./calls/call-view.ts";
import type { CompanyId, Destination, EndpointId } from "./dialplan/company-config.ts";

export type CommandRefusal =
  | "unknownChannel"
  | "unknownEndpoint"
  /** The call is not in a state that allows it. */
  | "wrongState"
  | "notAllowed"
  | "noFreeSlot";

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
  /** Devices of the first leg are asked to pick up by themselves. */
  readonly isFirstAutoAnswered?: boolean;
  /** The same for the destination, where it is a line of the same people. */
  readonly isDestinationAutoAnswered?: boolean;
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
  /** Hangs up, or declines while ringing. */
  hangUp(channelId: ChannelId): CommandResult;
  /** A ringing or live party sends the caller elsewhere without answering, to voicemail say. */
  redirect(channelId: ChannelId, destination: Destination): CommandResult;
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
