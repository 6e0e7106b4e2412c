import { storableText } from "@offhook/kernel";
import type { AudioSource, CodecName, DtmfDigit, QualityReport } from "@offhook/media/protocol";
import { type IncomingInvite, type InviteUsage, nameAddr, sipUri, type UserAgentCore } from "@offhook/sip";
import type { ChannelAudio } from "../calls/call-effect.ts";
import type { ChannelId } from "../calls/call-ids.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import type { LegCommands } from "../calls/call-runner-parts.ts";
import type { Channel, RingTarget } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { Binding } from "../registrar/binding.ts";
import type { Registrar } from "../registrar/registrar.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";
import { BridgeTable, type Tell } from "./audio/bridge-table.ts";
import { LegAudio } from "./audio/leg-audio.ts";
import type { LegMedia } from "./audio/leg-media.ts";
import { RtpMedia } from "./audio/rtp-media.ts";
import { WebRtcMedia } from "./audio/webrtc-media.ts";
import { IncomingLeg } from "./incoming-leg.ts";
import type { Leg, LegEvents, LegKind, LegParts } from "./leg.ts";
import { LegRoom } from "./leg-room.ts";
import { OutgoingLeg, type OutgoingLegParts } from "./outgoing-leg.ts";
import { receiveRefer } from "./receive-refer.ts";
import { ResumedLeg } from "./resumed-leg.ts";
import { describeLeg, type SavedLeg } from "./saved-leg.ts";
import { callerAddress, ringHeaders } from "./sip-headers-of-calls.ts";
import { trunkInvite } from "./trunk-invite.ts";
import { userOfAccount } from "./user-of-account.ts";

export interface LegBoardParts {
  readonly ports: Pick<PbxPorts, "media" | "log" | "clock" | "directory" | "legLimits">;
  readonly domain: string;
  readonly agent: () => UserAgentCore;
  readonly runner: () => CallRunner;
  readonly registrar: Pick<Registrar, "reach" | "noteSilence">;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  readonly newId: () => string;
  /** A key of this leg; true when an application took it. */
  readonly onKey: (channelId: ChannelId, digit: DtmfDigit) => boolean;
  readonly onQuality: (channelId: ChannelId, report: QualityReport) => void;
  /** Its far end and we have agreed on its audio, for the first time or anew. */
  readonly onAgreed: (channelId: ChannelId) => void;
  /** A device that was in this call leaves it; the call may go on. */
  readonly onLeft: (account: string, callId: string) => void;
}

/** How somebody is called. */
interface Way extends Pick<OutgoingLegParts, "request" | "onSilent"> {
  readonly kind: LegKind;
  /** Whose device it is; undefined for a carrier. */
  readonly account?: string;
}

/** What we wanted to change has gone in the meantime, with its far end or with the media process. */
const OVERTAKEN: ReadonlySet<string> = new Set(["media.unknownLeg", "media.unknownBridge"]);

/** All legs, by channel. Does what call control asks of them and tells it what they do. */
export class LegBoard implements LegCommands {
  readonly bridges: BridgeTable;
  readonly room: LegRoom;
  readonly #parts: LegBoardParts;
  readonly #legs = new Map<ChannelId, Leg>();
  /** By which account a device came in, or is called. */
  readonly #accounts = new WeakMap<Leg, string>();
  /** Devices that were called and have picked up. */
  readonly #answered = new WeakSet<Leg>();
  readonly #tell: Tell;
  readonly #stops: (() => void)[];
  /** Of our session descriptions; any number will do that differs from leg to leg. */
  #nextSession = 1;

  constructor(parts: LegBoardParts) {
    this.#parts = parts;
    const { media, log } = parts.ports;
    this.#tell = (name, params) => media.tell(name, params);
    this.bridges = new BridgeTable(this.#tell);
    this.room = new LegRoom({
      ports: parts.ports,
      companies: () => this.#companies(),
      callsOf: (endpointId) => parts.runner().partsOf(endpointId).length,
    });
    this.#stops = [
      media.on("legLost", ({ legId, reason }) => this.#legs.get(legId)?.onMediaLost(reason)),
      media.on("mediaTimeout", ({ legId }) => this.#legs.get(legId)?.onMediaTimeout()),
      media.on("mediaResumed", ({ legId }) => this.#legs.get(legId)?.onMediaResumed()),
      // Between two legs the media process passes keys on by itself; only applications hear them here.
      media.on("dtmf", ({ legId, digit }) => void parts.onKey(legId, digit)),
      media.on("quality", (report) => parts.onQuality(report.legId, report)),
      media.on("playbackFinished", ({ playbackId, reason }) => {
        for (const leg of this.#legs.values())
          leg.audio.onPlaybackFinished(playbackId, reason === "finished");
      }),
      media.on("engineDown", () => this.bridges.forgetAll()),
      media.on("orderRefused", ({ name, code, message, legId = "" }) => {
        if (name === "connectRtpLeg") this.#legs.get(legId)?.onMediaRefused(message);
        else if (!OVERTAKEN.has(code)) log.warn("A media command failed", { command: name, error: message });
      }),
    ];
  }

  get size(): number {
    return this.#legs.size;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  leg(channelId: ChannelId): Leg | undefined {
    return this.#legs.get(channelId);
  }

  /** Somebody called: the leg exists before call control decides on it. */
  take(
    invite: IncomingInvite,
    channel: Channel,
    call: { readonly id: string; readonly companyId: string },
    kind: LegKind,
    account?: string,
  ): void {
    const leg = new IncomingLeg(this.#legParts(channel, call, kind, invite.flow.remote.address), invite);
    if (account !== undefined) this.#accounts.set(leg, account);
    this.#legs.set(channel.id, leg);
  }

  /** What another process needs to go on with the leg; undefined for one that comes back by itself, or cannot. */
  save(channelId: ChannelId): SavedLeg | undefined {
    const leg = this.#legs.get(channelId);
    return leg && describeLeg(leg, this.#accounts.get(leg));
  }

  /** A leg of before a restart, whose dialog has been taken up again. */
  resume(
    usage: InviteUsage,
    channel: Channel,
    call: { readonly id: string; readonly companyId: string },
    { kind, account, audio }: SavedLeg,
    onAlive: () => void,
  ): void {
    const leg = new ResumedLeg(this.#legParts(channel, call, kind, usage.flow.remote.address), usage);
    if (account !== undefined) this.#accounts.set(leg, account);
    this.#legs.set(channel.id, leg);
    leg.begin(audio, onAlive);
  }

  /** Takes the leg off the board without a word to its far end. */
  setAside(channelId: ChannelId): void {
    this.#legs.get(channelId)?.setAside();
    this.#legs.delete(channelId);
  }

  /** Channels of devices that came by this account. */
  channelsOf(account: string): readonly ChannelId[] {
    return [...this.#legs.values()].filter((leg) => this.#accounts.get(leg) === account).map(({ id }) => id);
  }

  /** Whose device leaves which call; one that only rang was never in it. */
  leaves(channelId: ChannelId): void {
    const leg = this.#legs.get(channelId);
    const account = leg && this.#accounts.get(leg);
    const callId = this.#parts.runner().stateOf(channelId)?.core.id;
    if (!leg || account === undefined || callId === undefined) return;
    if (!(leg instanceof OutgoingLeg) || this.#answered.has(leg)) this.#parts.onLeft(account, callId);
  }

  ring(channel: Channel, target: RingTarget, callId: string): void {
    const way =
      channel.party.trunkId === undefined
        ? this.#toDevice(channel, target, callId)
        : this.#toTrunk(channel, target);
    const { companyId } = target.record;
    const isFull =
      this.room.refusal({ companyId, isEmergency: () => target.isEmergency === true }) !== undefined;
    if (!way || isFull) {
      const cause = isFull || channel.party.trunkId !== undefined ? "congestion" : "unreachable";
      this.#parts.runner().handle(channel.id, { type: "legEnded", channelId: channel.id, cause });
      return;
    }
    const { kind, request, onSilent, account } = way;
    const leg = new OutgoingLeg({
      ...this.#legParts(channel, { id: callId, companyId }, kind, request.flow.remote.address),
      request,
      send: (parts, observer) => this.#parts.agent().invite(parts, observer),
      onSilent,
    });
    // A device whose connection is broken has failed before it could be put on the board.
    if (!leg.isOver) this.#legs.set(channel.id, leg);
    if (account !== undefined) this.#accounts.set(leg, account);
  }

  /** Takes the leg off the board, and leaves its dialog to whoever asks. */
  handOver(channelId: ChannelId): InviteUsage | undefined {
    const usage = this.#legs.get(channelId)?.handOver();
    if (usage) this.#legs.delete(channelId);
    return usage;
  }

  release(channelId: ChannelId, cause: HangupCause): void {
    this.leaves(channelId);
    const leg = this.#legs.get(channelId);
    this.#legs.delete(channelId);
    leg?.release(cause);
  }

  answer(channelId: ChannelId): void {
    const leg = this.#legs.get(channelId);
    if (leg instanceof IncomingLeg) leg.answer();
  }

  progress(channelId: ChannelId, kind: "ringing" | "early"): void {
    const leg = this.#legs.get(channelId);
    if (leg instanceof IncomingLeg) leg.progress(kind, leg.kind === "browser" && this.#ringsBrowsers(leg.id));
  }

  setAudio(channelId: ChannelId, audio: ChannelAudio): void {
    this.#legs.get(channelId)?.audio.want(audio);
  }

  sendDigit(channelId: ChannelId, digit: DtmfDigit): void {
    this.sendDigits(channelId, digit);
  }

  sendDigits(channelId: ChannelId, digits: string): void {
    this.#tell("sendDtmf", { legId: channelId, digits });
  }

  reportTransfer(channelId: ChannelId, status: number): void {
    this.#legs.get(channelId)?.reportTransfer(status);
  }

  sipCallId(channelId: ChannelId): string | undefined {
    const callId = this.#legs.get(channelId)?.sipCallId;
    return callId === undefined ? undefined : storableText(callId);
  }

  canDoVideo(channelId: ChannelId): boolean {
    return this.#legs.get(channelId)?.kind === "browser";
  }

  announce(channelId: ChannelId, sources: readonly AudioSource[]): void {
    this.#legs.get(channelId)?.audio.announce(sources);
  }

  flowClosed(flowId: string): void {
    for (const leg of [...this.#legs.values()]) if (leg.flow.id === flowId) leg.flowClosed();
  }

  /** A device came back over another connection; its calls are reached there from now on. */
  deviceMoved({ endpointId, deviceId, flow }: Binding): void {
    for (const { channel } of this.#legs.values()) {
      const isSame = channel.party.endpointId === endpointId && channel.deviceId === deviceId;
      if (isSame) this.#legs.get(channel.id)?.moveTo(flow);
    }
  }

  /** The leg whose dialog a Replaces means (RFC 3891). */
  legOfDialog(callId: string, localTag: string, remoteTag: string): Leg | undefined {
    for (const leg of this.#legs.values()) {
      const dialog = leg.usage?.link.dialog;
      if (dialog?.callId === callId && dialog.localTag === localTag && dialog.remoteTag === remoteTag)
        return leg;
    }
    return undefined;
  }

  #toDevice(channel: Channel, { shown }: RingTarget, callId: string): Way | undefined {
    const { endpointId, number } = channel.party;
    const binding = this.#parts.registrar.reach(endpointId ?? "", channel.deviceId ?? "");
    if (!binding) return undefined;
    const { domain } = this.#parts;
    return {
      kind: binding.kind,
      account: binding.username,
      request: {
        flow: binding.flow,
        uri: binding.contact.uri,
        from: callerAddress(shown, domain),
        to: nameAddr(sipUri({ user: number, host: domain })),
        headers: ringHeaders(shown, callId, channel.id),
      },
      onSilent: () => this.#parts.registrar.noteSilence(binding),
    };
  }

  #toTrunk(channel: Channel, target: RingTarget): Way | undefined {
    const { domain, ports, trunk } = this.#parts;
    const call = { id: channel.id, domain, at: ports.clock.now() };
    const request = trunkInvite(trunk(channel.party.trunkId ?? ""), target, call);
    if (!request) return undefined;
    return {
      kind: "trunk",
      request,
      // The link asks its carrier by itself whether it is there.
      onSilent: () => {},
    };
  }

  *#companies(): Iterable<string> {
    for (const { companyId } of this.#legs.values()) yield companyId;
  }

  #legParts(
    channel: Channel,
    call: { readonly id: string; readonly companyId: string },
    kind: LegKind,
    signalingAddress: string,
  ): LegParts {
    const { log, clock } = this.#parts.ports;
    const audio = new LegAudio({
      legId: channel.id,
      bridges: this.bridges,
      tell: this.#tell,
      newId: this.#parts.newId,
      onSaid: () => this.#parts.runner().handle(channel.id, { type: "announced", channelId: channel.id }),
    });
    return {
      channel,
      callId: call.id,
      companyId: call.companyId,
      kind,
      audio,
      media: this.#media(channel, kind, audio, signalingAddress),
      events: this.#events(channel.id),
      onProblem: (message, error) => log.warn(message, { channelId: channel.id, error: String(error) }),
      schedule: (delayMs, task) => clock.schedule(delayMs, task),
    };
  }

  #media(channel: Channel, kind: LegKind, audio: LegAudio, signalingAddress: string): LegMedia {
    const parts = {
      media: this.#parts.ports.media,
      legId: channel.id,
      otherCodecs: () => this.#otherCodecs(channel.id),
      onOpen: () => audio.start(),
      onClosed: () => audio.stop(),
    };
    if (kind === "browser") return new WebRtcMedia(parts);
    const sessionId = String(this.#nextSession);
    this.#nextSession += 1;
    return new RtpMedia({ ...parts, sessionId, signalingAddress, isCarrier: kind === "trunk" });
  }

  /** What the other legs of the same call speak. */
  #otherCodecs(channelId: ChannelId): readonly CodecName[] {
    return this.#others(channelId).flatMap(({ media }) => media.codecs);
  }

  /** All of them speak what the caller speaks best; of a phone that is known only once it has answered. */
  #ringsBrowsers(channelId: ChannelId): boolean {
    const others = this.#others(channelId);
    return others.length > 0 && others.every(({ kind }) => kind === "browser");
  }

  #others(channelId: ChannelId): readonly Leg[] {
    const runner = this.#parts.runner();
    const state = runner.stateOf(channelId);
    const parties = state ? runner.view(state).parties : [];
    const others = parties.filter((party) => party.channelId !== channelId);
    return others.flatMap((party) => this.#legs.get(party.channelId) ?? []);
  }

  #events(id: ChannelId): LegEvents {
    const runner = this.#parts.runner();
    return {
      onRinging: (hasEarlyMedia) => runner.handle(id, { type: "legRinging", channelId: id, hasEarlyMedia }),
      onAnswered: () => {
        const leg = this.#legs.get(id);
        if (leg) this.#answered.add(leg);
        runner.handle(id, { type: "legAnswered", channelId: id });
      },
      onEnded: (cause) => {
        this.leaves(id);
        const leg = this.#legs.get(id);
        const by = leg && userOfAccount(this.#parts.ports.directory, this.#accounts.get(leg) ?? "");
        this.#legs.delete(id);
        runner.handle(id, { type: "legEnded", channelId: id, cause, by });
      },
      onLost: () => runner.handle(id, { type: "legLost", channelId: id }),
      onAgreed: ({ isHeld, hasVideo }) => {
        runner.handle(id, { type: "holdChanged", channelId: id, isHolding: isHeld });
        runner.handle(id, { type: "videoChanged", channelId: id, hasVideo });
        this.#parts.onAgreed(id);
      },
      onDigit: (digit) => {
        if (!this.#parts.onKey(id, digit)) runner.handle(id, { type: "digit", channelId: id, digit });
      },
      onRefer: (refer) => {
        const legOfDialog: LegBoard["legOfDialog"] = (...tags) => this.legOfDialog(...tags);
        receiveRefer({ runner, leg: this.#legs.get(id), legOfDialog }, refer);
      },
    };
  }
}
