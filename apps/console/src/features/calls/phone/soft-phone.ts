import { parseDialString } from "@offhook/telephony";
import type { StoreApi } from "zustand/vanilla";
import { externalAppAddress } from "../../settings/index.ts";
import { callHandlerOf } from "../call-handler.ts";
import { isLive, isTalk, type LivePhoneCall, type Talk } from "./calls/active-call.ts";
import { CallCommands, NOT_READY } from "./calls/call-commands.ts";
import { CallRules } from "./calls/call-rules.ts";
import { OtherDevices } from "./calls/other-devices.ts";
import type { DialRequest, Phone, PhoneState, TransferTarget } from "./phone.ts";
import { PhoneCore } from "./phone-core.ts";
import { FRESH_CALL } from "./phone-model.ts";
import type { SoftPhonePorts } from "./phone-ports.ts";
import { RecordingDownloads, type RecordingNews } from "./recording-downloads.ts";
import { DECLINED } from "./sip/sip-legs.ts";
import type { SipAgent } from "./sip/sip-port.ts";
import { planDigits, textOfPlan } from "./sound/digit-sender.ts";

const DIAL_PATIENCE_MS = 8_000;
const RING_PATIENCE_MS = 3_000;
const DEFAULT_DOOR_DIGITS = "55";
const NOT_CONNECTED = "Your phone is not connected. It tries to come back by itself; call again in a moment.";

/** The soft phone of this tab. */
export class SoftPhone implements Phone {
  readonly state: StoreApi<PhoneState>;
  readonly #ports: SoftPhonePorts;
  readonly #core: PhoneCore;
  readonly #commands: CallCommands;
  readonly #rules: CallRules;
  readonly #otherDevices: OtherDevices;
  readonly #recordings: RecordingDownloads;

  constructor(ports: SoftPhonePorts) {
    this.#ports = ports;
    this.state = ports.state;
    this.#core = new PhoneCore(ports);
    this.#commands = new CallCommands({
      client: ports.client,
      calls: () => this.#calls(),
      setLocalMute: ({ id }, isOn) => {
        const legId = this.#core.legOf(id);
        if (legId !== undefined) this.#core.legs.setMuted(legId, isOn);
      },
      change: (id, change) => this.#core.dispatch({ type: "changed", id, change }),
      remember: ({ callid, id }, notes) => this.#core.remember(callid, id, notes),
      wanted: (id) => (this.#core.model.local.get(id) ?? FRESH_CALL).wanted,
      schedule: (delayMs, task) => ports.clock.schedule(delayMs, task),
    });
    this.#rules = new CallRules({
      clock: ports.clock,
      core: this.#core,
      commands: this.#commands,
      sendDigit: (id, key) => this.sendDigits(id, key),
      notify: ports.notify,
      log: ports.log,
    });
    this.#otherDevices = new OtherDevices(ports);
    this.#recordings = new RecordingDownloads(ports);
  }

  start(): void {
    this.#core.start({
      callBegan: (id) => this.#rules.callBegan(id),
      callAnswered: (id) => this.#rules.callAnswered(id),
    });
  }

  /** The user leaves: callers are declined, the phone deregistered, everything silent. See `PhoneCore.stop`. */
  stop(): Promise<void> {
    this.#rules.stop();
    return this.#core.stop();
  }

  applyRecording(event: RecordingNews): void {
    void this.#recordings.fetch(event).catch(this.#ports.log);
  }

  /** The active line or its credentials have changed. */
  lineChanged(): void {
    this.#core.registration.renew();
  }

  microphoneChanged(): void {
    void this.#core.legs.renewMicrophones().catch(this.#ports.log);
  }

  outputChanged(): void {
    void this.#core.legs.applyOutput().catch(this.#ports.log);
  }

  ringingChanged(): void {
    this.#core.sounds.update();
  }

  async dial(request: DialRequest): Promise<string | undefined> {
    const { settings, newId, activeLine, chooseLine } = this.#ports;
    const { number, afterAnswer, extension } = parseDialString(request.number);
    if (number === "") throw new Error("Enter a number to call.");
    if (request.line !== undefined && request.line !== activeLine()) chooseLine(request.line);
    const handler = callHandlerOf(settings());
    if (handler !== "soft") {
      await (handler === "mobile"
        ? this.#otherDevices.call(number)
        : this.#otherDevices.callFromDesk(number));
      return undefined;
    }
    this.#openExternalApp(number, "", false);
    const microphone = await this.#microphone(request.number);
    if (!microphone) return undefined;
    const agent = await this.#agent().catch((failure: unknown) => {
      stopTracks(microphone);
      throw failure;
    });
    const id = newId();
    const plan = planDigits({ afterAnswer, extension });
    this.#rules.plan(id, plan);
    const { joinTo } = request;
    this.#core.dispatch({ type: "changed", id, change: { joinTo, extensions: textOfPlan(plan) } });
    const line = agent.settings.phone;
    const leg = { callId: id, number, attachTo: undefined, line };
    const legId = this.#core.legs.place(agent, microphone, leg);
    const asked = request.consultFor === undefined ? undefined : this.#find(request.consultFor);
    if (asked) this.#core.remember(asked.callid, asked.id, { consultation: id });
    await this.#core.legs.whenOnItsWay(legId);
    return id;
  }

  dialFromOtherDevice(number: string, from?: string): Promise<void> {
    return this.#otherDevices.call(parseDialString(number).number, from);
  }

  async answer(id: string): Promise<void> {
    const { settings, link, clock } = this.#ports;
    const call = this.#need(id);
    if (callHandlerOf(settings()) === "mobile") {
      await this.#commands.ask(call, "redirect", { dtype: "number", dnumber: this.#otherDevices.mobile() });
      return;
    }
    this.#openExternalApp(call.number, call.caller, true);
    const legId = await this.#ringingLeg(id);
    if (this.#core.legs.isTaking(legId)) return;
    link.post({ type: "taken", callid: call.callid, isTaken: true });
    const isTaken = await this.#core.legs.answer(legId, id, this.#microphone(undefined));
    if (!isTaken) clock.schedule(0, () => link.post({ type: "taken", callid: call.callid, isTaken: false }));
  }

  async decline(id: string): Promise<void> {
    const call = this.#need(id);
    this.#ports.link.post({ type: "quiet", callid: call.callid });
    const legId = this.#core.legOf(id);
    if (legId !== undefined) this.#core.legs.end(legId, DECLINED);
    else await this.#commands.ask(call, "decline", {});
  }

  async declineWithMessage(id: string, text: string): Promise<void> {
    const call = this.#need(id);
    this.#ports.link.post({ type: "quiet", callid: call.callid });
    this.#core.quiet(call.callid);
    try {
      // The phone system turns the call down itself, then it tells the caller: colleagues in chat, others by text.
      await this.#commands.ask(call, "decline", { message: text });
    } finally {
      const legId = this.#core.legOf(id);
      if (legId !== undefined) this.#core.legs.end(legId, DECLINED);
    }
  }

  async sendToVoicemail(id: string): Promise<void> {
    const call = this.#need(id);
    this.#core.quiet(call.callid);
    this.#ports.link.post({ type: "quiet", callid: call.callid });
    await this.#commands.ask(call, "redirect", { dtype: "voicemail", dnumber: "" });
  }

  ignore(id: string): void {
    const call = this.#find(id);
    if (!call) return;
    this.#core.dispatch({ type: "changed", id, change: { isIgnored: true } });
    this.#ports.link.post({ type: "quiet", callid: call.callid });
  }

  /** A conference of two ends with either; of three or more the screens ask first what is meant. */
  async hangUp(id: string): Promise<void> {
    const call = this.#need(id);
    const together = this.#commands.together(call);
    const all = together.length === 2 ? together : [call];
    await Promise.all(all.map((each) => this.#hangUpOne(each)));
  }

  async setHold(id: string, isOn: boolean): Promise<void> {
    const call = this.#need(id);
    if (!isOn) this.#rules.holdOthers(id);
    await this.#commands.setHold(call, isOn);
  }

  async setMuted(id: string, isOn: boolean): Promise<void> {
    await this.#commands.setMuted(this.#need(id), isOn);
  }

  async setPartyMuted(id: string, isOn: boolean): Promise<void> {
    await this.#commands.setPartyMuted(this.#needTalk(id), isOn);
  }

  sendDigits(id: string, digits: string): void {
    const call = this.#find(id);
    const keys = digits.replace(/[^\d*#A-D]/g, "");
    if (!call || keys === "") return;
    const legId = this.#core.legOf(id);
    if (legId !== undefined && this.#core.model.legs.get(legId)?.state !== "active") {
      // Nobody listens yet: they follow the answer.
      this.#rules.plan(id, planDigits({ extension: keys, afterAnswer: [] }));
      return;
    }
    const sent = this.#core.model.notes.get(call.callid)?.keypad ?? "";
    this.#core.remember(call.callid, id, { keypad: sent + keys });
    if (legId !== undefined) for (const key of keys) this.#core.legs.sendDigit(legId, key);
    else void this.#commands.ask(call, "dtmf", { digits: keys }).catch(this.#ports.log);
  }

  /** A door that still rings is answered first: it listens for its digits only then. */
  openDoor(id: string): void {
    const digits = this.#ports.settings().doorbellDtmf || DEFAULT_DOOR_DIGITS;
    const plan = planDigits({ extension: digits, afterAnswer: [] });
    if (this.#find(id)?.phase !== "ringing") {
      this.#rules.sendNow(id, plan);
      return;
    }
    this.#rules.plan(id, plan);
    void this.answer(id).catch((failure: Error) => this.#ports.notify(failure.message, "error"));
  }

  async transfer(id: string, to: TransferTarget, note?: string): Promise<void> {
    await this.#commands.transfer(this.#need(id), to, note);
    this.#ports.notify("Transferring call", "success");
  }

  async completeTransfer(id: string): Promise<void> {
    const call = this.#needTalk(id);
    const consultation = this.#find(call.consultation ?? "");
    if (!consultation) throw new Error("Failed to transfer call.");
    await this.#commands.completeTransfer(call, consultation);
    this.#ports.notify("Transferring call", "success");
  }

  /** The colleague does not take it: the call with that colleague ends, and the caller is heard again. */
  async cancelTransfer(id: string): Promise<void> {
    const call = this.#needTalk(id);
    const consultation = this.#find(call.consultation ?? "");
    this.#core.remember(call.callid, id, { consultation: undefined });
    if (consultation) await this.#hangUpOne(consultation);
    else await this.#commands.ask(call, "cancelTransfer", {});
    await this.#commands.setHold(call, false);
  }

  async conference(ids: readonly string[]): Promise<void> {
    await this.#commands.conference(ids.map((id) => this.#need(id)));
  }

  async split(id: string): Promise<void> {
    await this.#commands.split(this.#need(id));
  }

  async startRecording(id: string): Promise<void> {
    const call = this.#need(id);
    await this.#commands.setRecording(call, true);
    this.#recordings.expect(call.callid);
  }

  async stopRecording(id: string): Promise<void> {
    await this.#commands.setRecording(this.#need(id), false);
  }

  async park(id: string): Promise<number> {
    const { slot } = await this.#commands.ask(this.#need(id), "park", {});
    if (slot === undefined) throw new Error("The call could not be parked. Try again.");
    return slot;
  }

  async setCamera(id: string, isOn: boolean): Promise<void> {
    const call = this.#needTalk(id);
    const legId = this.#core.legOf(id);
    if (legId === undefined || !call.canDoVideo) throw new Error("The other end cannot do video.");
    if (call.localVideo) stopTracks(call.localVideo);
    const localVideo = isOn ? await this.#ports.devices.openCamera() : undefined;
    this.#core.dispatch({ type: "changed", id, change: { localVideo } });
    await this.#core.legs.setCamera(legId, localVideo);
  }

  async takeHere(id: string): Promise<void> {
    const call = this.#need(id);
    const microphone = await this.#microphone(undefined);
    if (!microphone) return;
    stopTracks(microphone);
    await this.#core.attach(call.callid, this.#ports.activeLine() ?? "");
  }

  retryNow(): void {
    this.#core.registration.retryNow();
  }

  networkLost(): void {
    this.#core.registration.networkLost();
  }

  closeDeviceAlert(): void {
    this.state.setState({ deviceAlert: undefined });
  }

  #calls(): readonly LivePhoneCall[] {
    return this.#core.model.calls.filter(isLive);
  }

  #find(id: string): LivePhoneCall | undefined {
    return this.#calls().find((call) => call.id === id);
  }

  #need(id: string): LivePhoneCall {
    const call = this.#find(id);
    if (!call) throw new Error("This call is already over.");
    return call;
  }

  #needTalk(id: string): Talk {
    const call = this.#need(id);
    if (!isTalk(call)) throw new Error(NOT_READY);
    return call;
  }

  /** A microphone, or undefined when a dialog says why there is none. */
  async #microphone(number: string | undefined): Promise<MediaStream | undefined> {
    const { devices } = this.#ports;
    if (devices.problem()) await devices.refresh();
    let alert = devices.problem();
    if (!alert) {
      try {
        return await devices.openMicrophone();
      } catch (failure) {
        await devices.refresh();
        alert = devices.problem() ?? devices.refusal();
        if (!alert) throw failure;
      }
    }
    this.state.setState({ deviceAlert: { problem: alert, number } });
    return undefined;
  }

  async #agent(): Promise<SipAgent> {
    const { registration } = this.#core;
    if (registration.agent) return registration.agent;
    registration.retryNow();
    return this.#within(DIAL_PATIENCE_MS, registration.whenRegistered(), NOT_CONNECTED);
  }

  /** It may ring in another tab a moment before it rings here. */
  async #ringingLeg(id: string): Promise<string> {
    const known = this.#core.legOf(id);
    if (known !== undefined) return known;
    const arrival = new Promise<string>((resolve) => {
      const unsubscribe = this.state.subscribe(() => {
        const legId = this.#core.legOf(id);
        if (legId === undefined) return;
        unsubscribe();
        resolve(legId);
      });
    });
    return this.#within(
      RING_PATIENCE_MS,
      arrival,
      "This call rings on another device only. Answer it there.",
    );
  }

  #within<Value>(patienceMs: number, waited: Promise<Value>, sentence: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#ports.clock.schedule(patienceMs, () => reject(new Error(sentence)));
      waited.then(resolve, reject).finally(cancel);
    });
  }

  async #hangUpOne(call: LivePhoneCall): Promise<void> {
    const legId = this.#core.legOf(call.id);
    const isConnected = this.#core.registration.agent !== undefined;
    if (legId !== undefined) this.#core.legs.end(legId, DECLINED);
    if (legId === undefined || !isConnected) await this.#commands.ask(call, "hangup", {});
  }

  #openExternalApp(number: string, name: string, isIncoming: boolean): void {
    const { settings, openWindow } = this.#ports;
    const address = externalAppAddress(settings().openCallInExternalApp, { number, name, isIncoming });
    if (address !== undefined) openWindow(address);
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
