import type { LiveCall } from "@offhook/contract";
import {
  type CallNotes,
  emptyModel,
  type Leg,
  type PhoneEvent,
  type PhoneModel,
} from "../phone/phone-model.ts";
import { mergeNotes, stepPhone } from "../phone/step-phone.ts";
import { aLeg, aRow, LINE } from "./model-builders.ts";

/** The user's part in a call, as the simulated phone system has it. */
interface ServerSeat {
  channel: string;
  sipId: string;
  /** A tab's name, `desk` for another device, or nobody while it is lost. */
  at: string | undefined;
  holding: boolean;
  muted: boolean;
}

interface ServerCall {
  readonly callid: string;
  readonly dir: "in" | "out";
  /** Undefined while it rings. */
  seat: ServerSeat | undefined;
  /** By device: the channel and session that ring there. */
  readonly ringing: Map<string, { readonly channel: string; readonly sipId: string }>;
  isAnswered: boolean;
}

/** What a tab sends and the phone system has not yet read. */
type Request =
  | { readonly kind: "answer"; readonly channel: string }
  | { readonly kind: "bye"; readonly sipId: string }
  | { readonly kind: "dial"; readonly sipId: string }
  | { readonly kind: "attach"; readonly callid: string; readonly sipId: string }
  | { readonly kind: "hold"; readonly callid: string; readonly channel: string; readonly isOn: boolean };

/** One tab: the real model over lines of communication that the test makes slow and mixes up. */
export class WorldTab {
  readonly name: string;
  readonly #world: PhoneWorld;
  model: PhoneModel;
  readonly sip: PhoneEvent[] = [];
  readonly push: PhoneEvent[] = [];
  readonly timers: PhoneEvent[] = [];
  readonly sent: Request[] = [];

  constructor(name: string, world: PhoneWorld) {
    this.name = name;
    this.#world = world;
    this.model = { ...emptyModel(name), notes: new Map(world.notes) };
  }

  dispatch(event: PhoneEvent): void {
    const { model, effects } = stepPhone(this.model, event);
    this.model = model;
    for (const effect of effects) {
      if (effect.type === "dropLeg") this.sent.push({ kind: "bye", sipId: effect.legId });
      if (effect.type === "doubtLeg") this.timers.push({ type: "doubtDue", legId: effect.legId });
      if (effect.type === "attach") this.#attach(effect.callid);
      if (effect.type === "saveNotes") this.#world.saveNotes(this, effect.callid, effect.notes);
    }
  }

  dial(): void {
    const sipId = this.#world.newId("sip");
    this.dispatch({
      type: "legStarted",
      leg: aLeg({ id: sipId, callId: this.#world.newId("own"), kind: "out" }),
    });
    this.sent.push({ kind: "dial", sipId });
  }

  answer(nth: number): void {
    const leg = this.#pick(nth, ({ kind, state }) => kind === "in" && state === "ringing");
    if (!leg) return;
    this.dispatch({ type: "legAnswering", legId: leg.id });
    this.dispatch({ type: "legAnswered", legId: leg.id, at: 0 });
    this.sent.push({ kind: "answer", channel: leg.channel });
  }

  hangUp(nth: number): void {
    const leg = this.#pick(nth, () => true);
    if (!leg) return;
    this.dispatch({ type: "legEnded", legId: leg.id, end: { kind: "over", reason: undefined } });
    this.sent.push({ kind: "bye", sipId: leg.id });
  }

  hold(nth: number, isOn: boolean): void {
    const calls = this.model.calls.filter(({ phase, channel }) => phase === "active" && channel !== "");
    const call = calls[nth % Math.max(1, calls.length)];
    if (!call) return;
    this.dispatch({ type: "changed", id: call.id, change: { wanted: { hold: isOn } } });
    this.sent.push({ kind: "hold", callid: call.callid, channel: call.channel, isOn });
  }

  takeHere(nth: number): void {
    const calls = this.model.calls.filter(({ place, phase }) => place === "elsewhere" && phase === "active");
    const call = calls[nth % Math.max(1, calls.length)];
    if (!call) return;
    this.dispatch({ type: "returning", callid: call.callid, isReturning: true });
    this.#attach(call.callid);
  }

  /** The page is loaded anew: what was under way to it is lost, and it asks for what goes on. */
  reload(): void {
    for (const queue of [this.sip, this.push, this.timers, this.sent]) queue.length = 0;
    this.model = { ...emptyModel(this.name), notes: new Map(this.#world.notes) };
    this.#world.deviceLost(this);
    this.push.push(this.#world.list());
  }

  /** The network is cut: sessions are lost on both ends, the page lives on and asks for what goes on. */
  loseNetwork(): void {
    for (const request of this.sent)
      if (request.kind === "hold") this.#world.forgetWish(this, request.callid);
    // What tabs tell each other needs no network.
    const fromTabs = this.push.filter(({ type }) => type === "noted");
    // What was hung up ends all the same: nobody comes back for it.
    const byes = this.sent.filter(({ kind }) => kind === "bye");
    for (const queue of [this.sip, this.push, this.sent]) queue.length = 0;
    this.push.push(...fromTabs);
    this.sent.push(...byes);
    this.#world.deviceLost(this);
    for (const legId of [...this.model.legs.keys()])
      this.dispatch({ type: "legEnded", legId, end: { kind: "lost" } });
    this.push.push(this.#world.list());
  }

  #attach(callid: string): void {
    const hasLeg = [...this.model.legs.values()].some((leg) => leg.callid === callid);
    if (hasLeg) return;
    const sipId = this.#world.newId("sip");
    const callId = this.model.calls.find((call) => call.callid === callid)?.id ?? callid;
    this.dispatch({ type: "legStarted", leg: aLeg({ id: sipId, callId, callid, kind: "attach" }) });
    this.sent.push({ kind: "attach", callid, sipId });
  }

  #pick(nth: number, fits: (leg: Leg) => boolean): Leg | undefined {
    const legs = [...this.model.legs.values()].filter(fits);
    return legs[nth % Math.max(1, legs.length)];
  }
}

/** A phone system with one line, tabs of its user and a desk phone. Truth is here; tabs learn of it by and by. */
export class PhoneWorld {
  readonly tabs: readonly WorldTab[];
  readonly calls = new Map<string, ServerCall>();
  readonly notes = new Map<string, CallNotes>();
  #ids = 0;

  constructor(tabCount: number) {
    this.tabs = Array.from({ length: tabCount }, (_, index) => new WorldTab(`tab-${index}`, this));
  }

  newId(kind: string): string {
    this.#ids += 1;
    return `${kind}-${this.#ids}`;
  }

  saveNotes(from: WorldTab, callid: string, notes: CallNotes | undefined): void {
    if (notes) this.notes.set(callid, mergeNotes(callid, this.notes.get(callid), notes));
    else this.notes.delete(callid);
    if (!notes) return;
    for (const tab of this.tabs) if (tab !== from) tab.push.push({ type: "noted", callid, notes });
  }

  /** Somebody calls: every tab and the desk phone ring. */
  ring(): void {
    const call = this.#newCall("in");
    call.ringing.set("desk", { channel: this.newId("channel"), sipId: this.newId("sip") });
    for (const tab of this.tabs) this.#ringAt(call, tab);
    this.#tell();
  }

  /** The far end hangs up, or gives up. */
  farEndHangsUp(nth: number): void {
    const call = this.#nth(nth);
    if (call) this.#end(call);
  }

  deskAnswers(nth: number): void {
    const call = this.#nth(nth);
    const channel = call?.ringing.get("desk")?.channel;
    if (call && channel) this.#seat(call, channel);
  }

  deskTakes(nth: number): void {
    const call = this.#nth(nth);
    if (call?.isAnswered) this.#attach(call, "desk", this.newId("sip"));
  }

  deviceLost(tab: WorldTab): void {
    for (const call of [...this.calls.values()]) {
      if (call.ringing.delete(tab.name)) this.#ringAt(call, tab);
      if (call.seat?.at !== tab.name) continue;
      if (call.isAnswered) call.seat.at = undefined;
      else this.#end(call);
    }
    this.#tell();
  }

  /** Reads the oldest message of a tab. */
  read(tab: WorldTab): boolean {
    const request = tab.sent.shift();
    if (!request) return false;
    this.#handle(tab, request);
    return true;
  }

  list(): PhoneEvent {
    return {
      type: "listed",
      line: LINE,
      calls: [...this.calls.values()].flatMap((call) => this.#rows(call)),
    };
  }

  #handle(tab: WorldTab, request: Request): void {
    switch (request.kind) {
      case "dial": {
        const call = this.#newCall("out");
        const channel = this.newId("channel");
        call.seat = { channel, sipId: request.sipId, at: tab.name, holding: false, muted: false };
        tab.sip.push({ type: "legNamed", legId: request.sipId, callid: call.callid, channel, callsc: 180 });
        break;
      }
      case "answer": {
        const call = [...this.calls.values()].find(({ ringing }) =>
          [...ringing.values()].some(({ channel }) => channel === request.channel),
        );
        if (call) this.#seat(call, request.channel);
        break;
      }
      case "attach": {
        const call = this.calls.get(request.callid);
        if (call?.isAnswered) this.#attach(call, tab.name, request.sipId);
        else tab.sip.push(ended(request.sipId, "over"));
        break;
      }
      case "bye":
        this.#bye(request.sipId);
        break;
      case "hold": {
        const call = this.calls.get(request.callid);
        if (call?.seat?.channel === request.channel) call.seat.holding = request.isOn;
        // Done or refused, a tab shows a wish for a moment only.
        this.forgetWish(tab, request.callid);
        break;
      }
    }
    this.#tell();
  }

  /** A request was done, refused or lost. */
  forgetWish(tab: WorldTab, callid: string): void {
    const id = tab.model.calls.find((call) => call.callid === callid)?.id;
    if (id !== undefined) tab.timers.push({ type: "changed", id, change: { wanted: {} } });
  }

  #bye(sipId: string): void {
    for (const call of [...this.calls.values()]) {
      if (call.seat?.sipId === sipId) this.#end(call);
      const isRinging = [...call.ringing.values()].some((each) => each.sipId === sipId);
      if (isRinging) this.#end(call);
    }
  }

  #newCall(dir: "in" | "out"): ServerCall {
    const call: ServerCall = {
      callid: this.newId("call"),
      dir,
      seat: undefined,
      ringing: new Map(),
      isAnswered: false,
    };
    this.calls.set(call.callid, call);
    return call;
  }

  /** The far end of a call that a tab placed picks up. */
  farEndAnswers(nth: number): void {
    const call = this.#nth(nth);
    if (!call?.seat || call.isAnswered) return;
    call.isAnswered = true;
    const { sipId } = call.seat;
    this.#tab(call.seat.at)?.sip.push({ type: "legAnswered", legId: sipId, at: 0 });
    this.#tell();
  }

  #ringAt(call: ServerCall, tab: WorldTab): void {
    const channel = this.newId("channel");
    const sipId = this.newId("sip");
    call.ringing.set(tab.name, { channel, sipId });
    const leg = aLeg({
      id: sipId,
      callId: call.callid,
      callid: call.callid,
      channel,
      kind: "in",
      state: "ringing",
    });
    tab.sip.push({ type: "legStarted", leg });
  }

  #seat(call: ServerCall, channel: string): void {
    for (const [device, ringing] of call.ringing) {
      if (ringing.channel === channel) call.seat = { ...ringing, at: device, holding: false, muted: false };
      else this.#tab(device)?.sip.push(ended(ringing.sipId, "elsewhere"));
    }
    call.ringing.clear();
    call.isAnswered = true;
    this.#tell();
  }

  #attach(call: ServerCall, device: string, sipId: string): void {
    const old = call.seat;
    const channel = this.newId("channel");
    if (old) this.#tab(old.at)?.sip.push(ended(old.sipId, "elsewhere"));
    call.seat = { channel, sipId, at: device, holding: false, muted: false };
    this.#tab(device)?.sip.push(
      { type: "legNamed", legId: sipId, callid: call.callid, channel },
      { type: "legAnswered", legId: sipId, at: 0 },
    );
    this.#tell();
  }

  #end(call: ServerCall): void {
    this.calls.delete(call.callid);
    if (call.seat) this.#tab(call.seat.at)?.sip.push(ended(call.seat.sipId, "over"));
    for (const [device, { sipId }] of call.ringing) this.#tab(device)?.sip.push(ended(sipId, "over"));
    this.#tell();
  }

  #tell(): void {
    for (const tab of this.tabs) tab.push.push(this.list());
  }

  #tab(name: string | undefined): WorldTab | undefined {
    return this.tabs.find((tab) => tab.name === name);
  }

  #nth(nth: number): ServerCall | undefined {
    const calls = [...this.calls.values()];
    return calls[nth % Math.max(1, calls.length)];
  }

  #rows({ callid, dir, seat, ringing, isAnswered }: ServerCall): LiveCall[] {
    const base = { callid, dir };
    const own = seat
      ? [
          aRow({
            ...base,
            channel: seat.channel,
            sip_callid: seat.sipId,
            status:
              seat.at === undefined ? "lost" : isAnswered ? (seat.holding ? "hold" : "answer") : "calling",
            holding: seat.at !== undefined && seat.holding,
            answered_at: isAnswered ? 1 : null,
          }),
        ]
      : [];
    const rings = [...ringing.values()].map(({ channel, sipId }) =>
      aRow({ ...base, channel, sip_callid: sipId, status: "ringing" }),
    );
    return [
      ...own,
      ...rings,
      aRow({ ...base, channel: `far-${callid}`, phone: null, number: "12125550177" }),
    ];
  }
}

const ended = (legId: string, kind: "over" | "elsewhere"): PhoneEvent => ({
  type: "legEnded",
  legId,
  end: kind === "over" ? { kind, reason: undefined } : { kind },
});
