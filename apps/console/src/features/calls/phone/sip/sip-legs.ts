import type { Clock } from "@offhook/kernel";
import type { PhoneEvent, PhoneModel } from "../phone-model.ts";
import { CallAudio } from "../sound/call-audio.ts";
import type { CallNames, IncomingCall, SipAgent, SipSession } from "./sip-port.ts";

export interface SipLegsOptions {
  readonly clock: Clock;
  readonly dispatch: (event: PhoneEvent) => void;
  readonly model: () => PhoneModel;
  readonly openMicrophone: () => Promise<MediaStream>;
  readonly outputId: () => string;
  readonly chooseOutput: (element: HTMLAudioElement, outputId: string) => Promise<unknown>;
  /** The sound of a call has stopped coming: is the network still there? */
  readonly onDoubt: () => void;
  /** What a page on its own may not know of; worth a line for a report. */
  readonly log: (failure: unknown) => void;
}

interface LiveLeg {
  readonly session: SipSession;
  readonly agent: SipAgent;
  audio: CallAudio | undefined;
}

export interface Placement {
  readonly callId: string;
  readonly number: string;
  /** Of the call that is come back to; undefined for a new one. */
  readonly attachTo: string | undefined;
  readonly line: string;
}

const ATTACH_PREFIX = "attach-";
/** Somebody who has clicked must see that something happens, if only that the call is taken; screens can wait longer. */
const SHOWN_AFTER_MS = 60;
const PATIENCE_MS = 150;
/** For this device alone: the others ring on. */
export const NOT_HERE = 480;
/** For all devices of the line. */
export const DECLINED = 603;

/** The SIP sessions of this tab and their sound. What they do becomes events of the model. */
export class SipLegs {
  readonly #options: SipLegsOptions;
  readonly #legs = new Map<string, LiveLeg>();
  readonly #taking = new Set<string>();

  constructor(options: SipLegsOptions) {
    this.#options = options;
  }

  hasCalls(agent: SipAgent): boolean {
    return [...this.#legs.values()].some((leg) => leg.agent === agent);
  }

  session(legId: string): SipSession | undefined {
    return this.#legs.get(legId)?.session;
  }

  receive(call: IncomingCall, agent: SipAgent): string {
    const { session, callid, channel, number, caller, via, doorbell } = call;
    this.#legs.set(session.id, { session, agent, audio: undefined });
    this.#options.dispatch({
      type: "legStarted",
      leg: {
        id: session.id,
        callId: this.#options.model().notes.get(callid)?.id ?? (callid || session.id),
        callid,
        channel,
        line: agent.settings.phone,
        kind: "in",
        state: "ringing",
        number,
        caller,
        via,
        doorbell,
        startedAt: this.#options.clock.now(),
        isListed: false,
      },
    });
    this.#follow(session);
    return session.id;
  }

  place(agent: SipAgent, microphone: MediaStream, { callId, number, attachTo, line }: Placement): string {
    const target = attachTo === undefined ? number : `${ATTACH_PREFIX}${attachTo}`;
    const session = agent.call(target, microphone);
    const leg: LiveLeg = { session, agent, audio: undefined };
    this.#legs.set(session.id, leg);
    leg.audio = this.#audioFor(session.id, callId, microphone);
    this.#options.dispatch({
      type: "legStarted",
      leg: {
        id: session.id,
        callId,
        callid: attachTo ?? "",
        channel: "",
        line,
        kind: attachTo === undefined ? "out" : "attach",
        state: "calling",
        number,
        caller: "",
        via: undefined,
        doorbell: false,
        callsc: 0,
        startedAt: this.#options.clock.now(),
        isListed: false,
      },
    });
    this.#follow(session);
    return session.id;
  }

  /** Whether it is being answered. */
  isTaking(legId: string): boolean {
    return this.#taking.has(legId);
  }

  /** Answers when the microphone is open; false where there is none. */
  async answer(legId: string, callId: string, opening: Promise<MediaStream | undefined>): Promise<boolean> {
    const { clock, dispatch } = this.#options;
    const cancel = clock.schedule(SHOWN_AFTER_MS, () => dispatch({ type: "legAnswering", legId }));
    this.#taking.add(legId);
    let microphone: MediaStream | undefined;
    try {
      microphone = await opening;
      if (microphone) await this.#take(legId, callId, microphone);
      return microphone !== undefined;
    } finally {
      cancel();
      this.#taking.delete(legId);
      if (!microphone) dispatch({ type: "legRingsOn", legId });
    }
  }

  async #take(legId: string, callId: string, microphone: MediaStream): Promise<void> {
    const leg = this.#legs.get(legId);
    if (!leg) {
      for (const track of microphone.getTracks()) track.stop();
      return;
    }
    leg.audio = this.#audioFor(legId, callId, microphone);
    leg.session.answer(microphone);
    await this.whenOnItsWay(legId);
  }

  /**
   * Screens are built when a call needs the page no more: what they cost would come on top of the time until it rings,
   * or until somebody is heard.
   */
  async whenOnItsWay(legId: string): Promise<void> {
    const { clock } = this.#options;
    const onItsWay = this.#legs.get(legId)?.session.whenOnItsWay();
    await new Promise<void>((resolve) => {
      const cancel = clock.schedule(PATIENCE_MS, resolve);
      void Promise.resolve(onItsWay).then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Ends the session; the model learns it at once and not when the far end confirms. */
  end(legId: string, status?: number): void {
    const leg = this.#legs.get(legId);
    this.#close(legId);
    this.#options.dispatch({ type: "legEnded", legId, end: { kind: "over", reason: undefined } });
    leg?.session.end(status);
  }

  /** The model has given the leg up already. */
  drop(legId: string): void {
    const leg = this.#legs.get(legId);
    this.#close(legId);
    leg?.session.end();
  }

  /** The websocket is gone: talks come back by another leg. */
  loseAll(agent: SipAgent): void {
    for (const [legId, leg] of [...this.#legs]) if (leg.agent === agent) this.#lose(legId);
  }

  setMuted(legId: string, isMuted: boolean): void {
    this.#legs.get(legId)?.audio?.setMuted(isMuted);
  }

  sendDigit(legId: string, key: string): void {
    this.#legs.get(legId)?.session.sendDigit(key);
  }

  /** Another microphone was chosen, or the one in use was unplugged. */
  async renewMicrophones(): Promise<void> {
    for (const { audio } of this.#legs.values())
      if (audio) await audio.replaceMicrophone(await this.#options.openMicrophone());
  }

  async applyOutput(): Promise<void> {
    for (const { audio } of this.#legs.values()) await audio?.applyOutput();
  }

  /** Shows the camera to the other end, or takes it away; the far end's pictures are seen either way. */
  async setCamera(legId: string, camera: MediaStream | undefined): Promise<void> {
    const leg = this.#legs.get(legId);
    const connection = leg?.session.connection;
    if (!leg || !connection) return;
    const track = camera?.getVideoTracks()[0];
    const known = videoOf(connection);
    if (known) {
      known.direction = track ? "sendrecv" : "recvonly";
      await known.sender.replaceTrack(track ?? null);
    } else if (track && camera)
      connection.addTransceiver(track, { direction: "sendrecv", streams: [camera] });
    else connection.addTransceiver("video", { direction: "recvonly" });
    await leg.session.renegotiate();
    leg.audio?.applyMute();
  }

  /** The other end has begun to show pictures: asks to see them. */
  async watch(legId: string): Promise<void> {
    const connection = this.#legs.get(legId)?.session.connection;
    if (connection && !videoOf(connection)) await this.setCamera(legId, undefined);
  }

  /** The user leaves: callers are declined, talks hung up. */
  endAll(): void {
    for (const legId of [...this.#legs.keys()]) this.end(legId, NOT_HERE);
  }

  #follow(session: SipSession): void {
    const { dispatch, clock } = this.#options;
    const legId = session.id;
    const isLive = (): boolean => this.#legs.has(legId);
    const name = (names: CallNames, callsc?: number): void =>
      dispatch({ type: "legNamed", legId, ...names, ...(callsc !== undefined && { callsc }) });
    session.listen({
      progress: (names, status) => {
        if (isLive()) name(names, status);
      },
      answered: (names) => {
        if (!isLive()) return;
        name(names);
        dispatch({ type: "legAnswered", legId, at: clock.now() });
      },
      ended: (end) => {
        if (!isLive()) return;
        this.#close(legId);
        dispatch({ type: "legEnded", legId, end });
      },
      connected: (connection) => this.#legs.get(legId)?.audio?.connect(connection),
    });
  }

  #audioFor(legId: string, callId: string, microphone: MediaStream): CallAudio {
    const { clock, dispatch, outputId, chooseOutput, log } = this.#options;
    for (const track of microphone.getAudioTracks())
      track.addEventListener("ended", () => void this.renewMicrophones().catch(log));
    return new CallAudio(microphone, {
      clock,
      outputId,
      chooseOutput,
      log,
      onQuality: (quality) => dispatch({ type: "changed", id: callId, change: { quality } }),
      onVideo: (remoteVideo) => {
        if (this.#legs.has(legId)) dispatch({ type: "changed", id: callId, change: { remoteVideo } });
      },
      onBroken: () => this.#lose(legId),
      onDoubt: this.#options.onDoubt,
    });
  }

  #lose(legId: string): void {
    const leg = this.#legs.get(legId);
    if (!leg) return;
    this.#close(legId);
    this.#options.dispatch({ type: "legEnded", legId, end: { kind: "lost" } });
  }

  #close(legId: string): void {
    const leg = this.#legs.get(legId);
    this.#legs.delete(legId);
    leg?.audio?.close();
  }
}

const videoOf = (connection: RTCPeerConnection): RTCRtpTransceiver | undefined =>
  connection.getTransceivers().find(({ receiver }) => receiver.track.kind === "video");
