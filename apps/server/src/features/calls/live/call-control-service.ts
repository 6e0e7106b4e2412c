import type { CallControl, CallControlResult, LiveCall, SendCall } from "@offhook/contract";
import type { CommandResult, Destination, PartyView } from "@offhook/pbx";
import { parseDialString } from "@offhook/telephony";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { TextMessage } from "../../../platform/sms.ts";
import {
  callNotFound,
  commandRefused,
  declinedWithoutWords,
  destinationNotFound,
  invalidNumber,
  lineNotFound,
  noLine,
  testCallUnderWay,
} from "../call-errors.ts";
import type { CallPhones } from "../call-phones.ts";
import { findActiveLine, listOwnPhoneLines, listUsersOfLine } from "../lines/line-repository.ts";

export interface CallControlDeps {
  readonly database: Database;
  readonly phones: Pick<CallPhones, "commands" | "liveCalls" | "ready" | "accountOf" | "findDestination">;
  readonly sendText: SendText;
  readonly sendChat: SendChat;
}

/** Says something in the name of a user to a colleague; false where one of the two has no chat. */
export type SendChat = (from: Actor, toUserId: number, text: string) => Promise<boolean>;

/** Texts somebody outside in the name of a user; false where that is not possible. */
export type SendText = (from: Actor, message: TextMessage) => Promise<boolean>;

/** What people may do with live calls: with those of their own lines everything, with others nothing. */
export class CallControlService {
  readonly #deps: CallControlDeps;

  constructor(deps: CallControlDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<LiveCall[]> {
    const lines = await listOwnPhoneLines(this.#deps.database.query, actor);
    const { liveCalls, ready } = this.#deps.phones;
    // A page that comes back takes a list without its call for the end of that call.
    await ready();
    return lines.flatMap(({ id }) => liveCalls.ofLine(String(id), String(actor.customerId)));
  }

  async send(
    actor: Actor,
    { dnumber, snumber, calleridd, answer1, answer2 }: SendCall,
  ): Promise<{ callid: string }> {
    const destination = parseDialString(dnumber).number;
    const first = parseDialString(snumber).number;
    if (destination === "" || (snumber !== "" && first === "")) throw invalidNumber();
    const endpointId = String(await this.#lineFor(actor, calleridd));
    const companyId = String(actor.customerId);
    const placed = done(
      this.#deps.phones.commands.place({
        companyId,
        endpointId,
        first,
        destination,
        owner: actor.sessionId,
        isFirstAutoAnswered: answer1 === "1",
        isDestinationAutoAnswered: answer2 === "1",
      }),
    );
    return { callid: placed.callId };
  }

  /** Only the asking browser rings: others who share the line have nothing to do with it. */
  async ringForTest(actor: Actor): Promise<{ callid: string }> {
    const { database, phones } = this.#deps;
    const line = await findActiveLine(database.query, actor);
    if (!line) throw noLine();
    const account = phones.accountOf(actor.sessionId, line.id);
    if (account === undefined) throw commandRefused("unreachable");
    const companyId = String(actor.customerId);
    const result = phones.commands.ringForTest({ companyId, endpointId: String(line.id), account });
    if (!result.isDone && result.refusal === "wrongState") throw testCallUnderWay();
    return { callid: done(result).callId };
  }

  async control(actor: Actor, request: CallControl): Promise<CallControlResult> {
    await this.#requireOwn(actor, [request.channel, ...channelsOf(request)]);
    const { commands } = this.#deps.phones;
    const { channel } = request;
    const by = String(actor.userId);
    switch (request.action) {
      case "hangup":
        return nothing(commands.hangUp(channel, by));
      case "decline":
        return this.#decline(actor, channel, request.message);
      case "redirect":
        return nothing(commands.redirect(channel, await this.#destination(actor, channel, request), by));
      case "hold":
        return nothing(commands.hold(channel, request.hold === "1"));
      case "mute":
        return nothing(commands.mute(this.#partyOf(actor, request), request.mute === "1"));
      case "drop":
        return nothing(commands.drop(this.#partyOf(actor, request)));
      case "dtmf":
        return nothing(commands.sendDigits(channel, request.digits));
      case "transfer":
        return nothing(commands.transfer(channel, parseDialString(request.number).number, request.note));
      case "note":
        return nothing(commands.writeNote(channel, request.note));
      case "completeTransfer":
        return nothing(commands.completeTransfer(channel, request.consultation));
      case "cancelTransfer":
        return nothing(commands.cancelTransfer(channel));
      case "park":
        return { slot: done(commands.park(channel)).slot };
      case "conference":
        return { conference: done(commands.join([channel, ...request.channels])).conferenceId };
      case "split":
        return nothing(commands.split(channel));
      case "startRecording":
        return { recording: done(commands.startRecording(channel)).recordingId };
      case "stopRecording":
        return nothing(commands.stopRecording(channel));
    }
  }

  /** The other party of the asker's own call, or the asker. */
  #partyOf(actor: Actor, { channel, party }: { channel: string; party?: string | undefined }): string {
    if (party === undefined) return channel;
    const calls = this.#deps.phones.commands.calls(String(actor.customerId));
    const call = calls.find(({ parties }) => parties.some(({ channelId }) => channelId === channel));
    if (!call?.parties.some(({ channelId }) => channelId === party)) throw callNotFound();
    return party;
  }

  /** Turned down in any case; whether the words can follow is another matter. */
  async #decline(actor: Actor, channel: string, message: string | undefined): Promise<CallControlResult> {
    const { commands } = this.#deps.phones;
    const call = commands
      .calls(String(actor.customerId))
      .find(({ parties }) => parties.some(({ channelId }) => channelId === channel));
    const caller = call?.parties.find(({ direction }) => direction === "out");
    const result = nothing(commands.hangUp(channel, String(actor.userId)));
    if (message !== undefined && !(caller && (await this.#tellCaller(actor, caller, message))))
      throw declinedWithoutWords();
    return result;
  }

  /** Colleagues are told by chat, people outside by a text message; false where neither is possible. */
  async #tellCaller(actor: Actor, { endpointId, number }: PartyView, text: string): Promise<boolean> {
    const { sendText } = this.#deps;
    if (endpointId !== undefined) return this.#tellColleagues(actor, Number(endpointId), text);
    if (!/\d{7,}/.test(number)) return false;
    return sendText(actor, { to: number.replace(/\D/g, ""), text });
  }

  /** Of a shared line nobody knows who of its people called: all of them are told. */
  async #tellColleagues(actor: Actor, phoneId: number, text: string): Promise<boolean> {
    const { database, sendChat } = this.#deps;
    const { customerId, userId } = actor;
    const people = await listUsersOfLine(database.query, { phoneId, customerId });
    let isTold = false;
    for (const person of people)
      if (person !== userId && (await sendChat(actor, person, text))) isTold = true;
    return isTold;
  }

  async #lineFor(actor: Actor, wanted: string): Promise<number> {
    const { query } = this.#deps.database;
    if (wanted === "") {
      const active = await findActiveLine(query, actor);
      if (!active) throw lineNotFound();
      return active.id;
    }
    const digits = wanted.replace(/\D/g, "");
    const line = (await listOwnPhoneLines(query, actor)).find(
      ({ name, extension, callerid_external }) =>
        name === wanted || extension === wanted || (digits !== "" && callerid_external === digits),
    );
    if (!line) throw lineNotFound();
    return line.id;
  }

  async #requireOwn(actor: Actor, channels: readonly string[]): Promise<void> {
    const lines = await listOwnPhoneLines(this.#deps.database.query, actor);
    const own = new Set(lines.map(({ id }) => String(id)));
    const parties = this.#deps.phones.commands
      .calls(String(actor.customerId))
      .flatMap((call) => call.parties);
    for (const channel of channels) {
      const party = parties.find(({ channelId }) => channelId === channel);
      if (!party?.endpointId || !own.has(party.endpointId)) throw callNotFound();
    }
  }

  async #destination(
    actor: Actor,
    channel: string,
    { dtype, dnumber }: Extract<CallControl, { action: "redirect" }>,
  ): Promise<Destination> {
    const { phones } = this.#deps;
    const parties = phones.commands.calls(String(actor.customerId)).flatMap((call) => call.parties);
    const endpointId = parties.find(({ channelId }) => channelId === channel)?.endpointId;
    const stored = { type: dtype, number: dnumber };
    const found = await phones.findDestination(actor.customerId, endpointId, stored);
    if (!found) throw destinationNotFound();
    return found;
  }
}

function channelsOf(request: CallControl): readonly string[] {
  if (request.action === "conference") return request.channels;
  return request.action === "completeTransfer" ? [request.consultation] : [];
}

function done<Value>(result: CommandResult<Value>): Value {
  if (!result.isDone) throw commandRefused(result.refusal);
  return result;
}

function nothing(result: CommandResult): CallControlResult {
  done(result);
  return {};
}
