import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { callHandlerOf } from "../call-handler.ts";
import { type ActiveCall, isTalk } from "./calls/active-call.ts";
import { LiveCallLists } from "./calls/live-call-lists.ts";
import { NotesStore } from "./notes-store.ts";
import {
  type CallNotes,
  emptyModel,
  type PhoneEffect,
  type PhoneEvent,
  type PhoneModel,
} from "./phone-model.ts";
import type { SoftPhonePorts } from "./phone-ports.ts";
import { NOT_HERE, SipLegs } from "./sip/sip-legs.ts";
import type { IncomingCall, SipAgent } from "./sip/sip-port.ts";
import { SipRegistration } from "./sip/sip-registration.ts";
import { RingSounds } from "./sound/ring-sounds.ts";
import { BLANK_NOTES, stepPhone } from "./step-phone.ts";

/** For how long an ended call is shown; longer when there is something to read. */
const ENDED_SHOWN_MS = 1_500;
const REASON_SHOWN_MS = 6_000;
const DOUBT_MS = 2_500;

export interface PhoneCoreListener {
  callBegan(id: string): void;
  callAnswered(id: string): void;
}

/** Holds the model, tells it what happens and does what it says has to be done. Decides nothing itself. */
export class PhoneCore {
  readonly legs: SipLegs;
  readonly registration: SipRegistration;
  readonly sounds: RingSounds;
  readonly #ports: SoftPhonePorts;
  readonly #notes: NotesStore;
  #listener: PhoneCoreListener | undefined;
  #lists: LiveCallLists | undefined;
  #model: PhoneModel;

  constructor(ports: SoftPhonePorts) {
    this.#ports = ports;
    this.#notes = new NotesStore(ports.store);
    this.#model = { ...emptyModel(ports.link.tab), notes: this.#notes.load() };
    const { clock, random, devices } = ports;
    this.legs = new SipLegs({
      clock,
      dispatch: (event) => this.dispatch(event),
      model: () => this.#model,
      openMicrophone: () => devices.openMicrophone(),
      outputId: () => devices.outputId(),
      chooseOutput: (element, outputId) => devices.chooseOutput(element, outputId),
      onDoubt: () => this.registration.probe(),
      log: ports.log,
    });
    this.registration = new SipRegistration({
      clock,
      random,
      fetchSettings: ports.fetchSettings,
      startAgent: ports.startAgent,
      onChange: (registration) => {
        ports.state.setState({ registration });
        if (registration.status === "registered") void this.#refresh();
      },
      onRang: (call, agent) => this.#receive(call, agent),
      onLost: (agent) => this.legs.loseAll(agent),
      hasCalls: (agent) => this.legs.hasCalls(agent),
    });
    this.sounds = this.#createSounds();
  }

  get model(): PhoneModel {
    return this.#model;
  }

  start(listener: PhoneCoreListener): void {
    const { link, state, client, events, lines } = this.#ports;
    this.#listener = listener;
    this.#lists = new LiveCallLists({
      client,
      log: events,
      lines,
      onListed: (line, calls) => this.dispatch({ type: "listed", line, calls }),
    });
    link.listen((message) => {
      if (message.type === "taken") this.dispatch({ ...message, type: "takenByTab" });
      else if (message.type === "quiet") this.quiet(message.callid);
      else this.dispatch(message);
    });
    link.whenRingOwner(() => {
      state.setState({ isRingOwner: true });
      this.sounds.update();
    });
    this.registration.retryNow();
    void this.#refresh();
  }

  /** Everything ends at once; resolves when no websocket is on its way any more. */
  stop(): Promise<void> {
    this.legs.endAll();
    const closed = this.registration.stop();
    this.#lists?.stop();
    this.sounds.reset();
    this.#ports.link.close();
    this.#ports.state.setState({ calls: [], isRingOwner: false, deviceAlert: undefined });
    return closed;
  }

  dispatch(event: PhoneEvent): void {
    const before = this.#model.calls;
    const { model, effects } = stepPhone(this.#model, event);
    this.#model = model;
    if (model.calls !== before) {
      this.#ports.state.setState({ calls: model.calls });
      this.sounds.update();
      this.#followCameras(before);
    }
    for (const effect of effects) this.#perform(effect);
  }

  /** Pictures of the other end have to be asked for; an own camera ends with its call. */
  #followCameras(before: readonly ActiveCall[]): void {
    const talks = this.#model.calls.filter(isTalk);
    const wereTalks = before.filter(isTalk);
    for (const call of talks) {
      const was = wereTalks.find(({ id }) => id === call.id);
      const legId = this.legOf(call.id);
      if (call.isPartyCameraOn && !was?.isPartyCameraOn && call.place === "here" && legId !== undefined)
        void this.legs.watch(legId).catch(this.#ports.log);
    }
    for (const { id, localVideo } of wereTalks) {
      const isOn = talks.some((call) => call.id === id);
      if (localVideo && !isOn) for (const track of localVideo.getTracks()) track.stop();
    }
  }

  /** Asks for what goes on. */
  async #refresh(): Promise<void> {
    try {
      await this.#lists?.refresh();
      this.dispatch({ type: "linesChanged", lines: this.#ports.lines() });
      const known = [...this.#model.lists.values()].flat();
      this.#notes.keepOnly(new Set([...known, ...this.#model.legs.values()].map(({ callid }) => callid)));
    } catch (failure) {
      // Registration and push ask again as soon as they are back.
      this.#ports.log(failure);
    }
  }

  remember(callid: string, id: string, change: Partial<CallNotes>): void {
    if (callid === "") return;
    const notes = { ...(this.#model.notes.get(callid) ?? { ...BLANK_NOTES, id }), ...change };
    this.dispatch({ type: "noted", callid, notes });
    this.#saveNotes(callid, notes);
  }

  /** No ring for this call any more. */
  quiet(callid: string): void {
    const call = this.#model.calls.find((each) => each.callid === callid);
    if (call) this.dispatch({ type: "changed", id: call.id, change: { isIgnored: true } });
  }

  legOf(id: string): string | undefined {
    return [...this.#model.legs.values()].find(({ callId }) => callId === id)?.id;
  }

  /** Brings the sound of a call to this tab. */
  async attach(callid: string, line: string): Promise<void> {
    const { devices, log } = this.#ports;
    this.dispatch({ type: "returning", callid, isReturning: true });
    try {
      const agent = await this.registration.whenRegistered();
      if (!this.#isMissed(callid)) return;
      const microphone = await devices.openMicrophone();
      const call = this.#model.calls.find((each) => each.callid === callid);
      const callId = call?.id ?? callid;
      this.legs.place(agent, microphone, { callId, number: call?.number ?? "", attachTo: callid, line });
    } catch (failure) {
      this.remember(callid, callid, { tab: undefined });
      this.dispatch({ type: "returning", callid, isReturning: false });
      log(failure);
      throw failure;
    }
  }

  /** While we waited, the call may have ended or come back another way. */
  #isMissed(callid: string): boolean {
    const hasLeg = [...this.#model.legs.values()].some((leg) => leg.callid === callid);
    return !hasLeg && this.#model.returning.has(callid);
  }

  #receive(call: IncomingCall, agent: SipAgent): void {
    if (this.#ports.settings().disableCalls) {
      call.session.end(NOT_HERE);
      return;
    }
    const legId = this.legs.receive(call, agent);
    const leg = this.#model.legs.get(legId);
    if (this.#ports.isDndOn() && leg)
      this.dispatch({ type: "changed", id: leg.callId, change: { isIgnored: true } });
  }

  #perform(effect: PhoneEffect): void {
    const { clock } = this.#ports;
    switch (effect.type) {
      case "callBegan":
        this.#listener?.callBegan(effect.id);
        break;
      case "callAnswered":
        this.#listener?.callAnswered(effect.id);
        break;
      case "callArrived":
        this.sounds.callArrived();
        break;
      case "callEnded":
        this.#afterEnd(effect.id, effect.wasTalk);
        break;
      case "doubtLeg":
        clock.schedule(DOUBT_MS, () => this.dispatch({ type: "doubtDue", legId: effect.legId }));
        break;
      case "dropLeg":
        this.legs.drop(effect.legId);
        break;
      case "attach":
        void this.attach(effect.callid, effect.line).catch(() => {});
        break;
      case "saveNotes":
        this.#saveNotes(effect.callid, effect.notes);
        break;
    }
  }

  #afterEnd(id: string, wasTalk: boolean): void {
    this.registration.sweep();
    if (!wasTalk) return;
    this.sounds.callEnded();
    const reason = this.#model.ended.get(id)?.endReason;
    this.#ports.clock.schedule(reason === undefined ? ENDED_SHOWN_MS : REASON_SHOWN_MS, () =>
      this.dispatch({ type: "endedSeen", id }),
    );
  }

  #saveNotes(callid: string, notes: CallNotes | undefined): void {
    this.#notes.save(callid, notes);
    if (notes) this.#ports.link.post({ type: "noted", callid, notes });
  }

  #createSounds(): RingSounds {
    const { clock, sounds, devices, settings, store, state } = this.#ports;
    return new RingSounds({
      clock,
      player: sounds,
      settings: () => ({
        isRingingOff:
          store.get(STORAGE_KEYS.disableRinging) === "true" ||
          !settings().playCallIncomingSound ||
          callHandlerOf(settings()) === "other",
        isRingOwner: state.getState().isRingOwner,
      }),
      outputs: () => {
        const ringer = devices.ringerId();
        return ringer === undefined ? [devices.outputId()] : [devices.outputId(), ringer];
      },
      calls: () => this.#model.calls,
      decline: (id) => {
        const legId = this.legOf(id);
        if (legId !== undefined) this.legs.end(legId, NOT_HERE);
      },
    });
  }
}
