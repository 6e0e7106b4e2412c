import type { LiveCall } from "@offhook/contract";
import { type ActiveCall, endedCall, isIncoming, isLive } from "./calls/active-call.ts";
import { idOf, isOfLeg, isRingingRow, seatsOf, viewCalls } from "./calls/call-views.ts";
import {
  type CallNotes,
  FRESH_CALL,
  type Leg,
  type LegEnd,
  type LocalCall,
  type PhoneEffect,
  type PhoneEvent,
  type PhoneModel,
  type PhoneStep,
} from "./phone-model.ts";

/** What a step collects on its way. */
interface Draft {
  model: PhoneModel;
  readonly effects: PhoneEffect[];
  reason: string | undefined;
}

/** Pure: the calls of this tab after one more thing has happened, and what has to be done about it. */
export function stepPhone(before: PhoneModel, event: PhoneEvent): PhoneStep {
  const draft: Draft = { model: before, effects: [], reason: undefined };
  apply(draft, event);
  if (draft.model === before) return { model: before, effects: draft.effects };
  return finish(before, draft);
}

function apply(draft: Draft, event: PhoneEvent): void {
  switch (event.type) {
    case "legStarted":
      onStarted(draft, event.leg);
      break;
    case "legNamed":
      onNamed(draft, event);
      break;
    case "legAnswering":
      onAnswering(draft, event.legId, "answering");
      break;
    case "legRingsOn":
      onAnswering(draft, event.legId, "ringing");
      break;
    case "legAnswered":
      onAnswered(draft, event.legId, event.at);
      break;
    case "legEnded":
      onEnded(draft, event.legId, event.end);
      break;
    case "listed":
      onListed(draft, event.line, event.calls);
      break;
    case "doubtDue":
      onDoubtDue(draft, event.legId);
      break;
    case "linesChanged":
      patch(draft, {
        lists: new Map([...draft.model.lists].filter(([line]) => event.lines.includes(line))),
      });
      break;
    case "noted":
      adoptNotes(draft, event.callid, event.notes);
      break;
    case "takenByTab":
      changeLocal(draft, idOf(draft.model, event.callid, undefined), { isTakenByTab: event.isTaken });
      break;
    case "changed":
      // Since the change was begun, the call may have got the name that the tab which placed it gave it.
      changeLocal(draft, idOf(draft.model, event.id, undefined), event.change);
      break;
    case "returning":
      setReturning(draft, event.callid, event.isReturning);
      break;
    case "endedSeen":
      patch(draft, { ended: without(draft.model.ended, event.id) });
      break;
  }
}

function patch(draft: Draft, change: Partial<PhoneModel>): void {
  draft.model = { ...draft.model, ...change };
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

type Named = Pick<Leg, "callId" | "callid" | "channel" | "isListed">;

function changeLeg(draft: Draft, legId: string, change: Partial<Named>): void {
  const leg = draft.model.legs.get(legId);
  if (leg) setLeg(draft, { ...leg, ...change });
}

function setLeg(draft: Draft, leg: Leg): void {
  patch(draft, { legs: new Map(draft.model.legs).set(leg.id, leg) });
}

function changeLocal(draft: Draft, id: string, change: Partial<LocalCall>): void {
  const local = draft.model.local.get(id) ?? FRESH_CALL;
  patch(draft, { local: new Map(draft.model.local).set(id, { ...local, ...change }) });
}

function setReturning(draft: Draft, callid: string, isReturning: boolean): void {
  if (draft.model.returning.has(callid) === isReturning) return;
  const returning = new Set(draft.model.returning);
  if (isReturning) returning.add(callid);
  else returning.delete(callid);
  patch(draft, { returning });
}

function note(draft: Draft, callid: string, change: Partial<CallNotes>, id = callid): void {
  const known = draft.model.notes.get(callid);
  const notes: CallNotes = {
    ...(known ?? { ...BLANK_NOTES, id }),
    ...change,
  };
  patch(draft, { notes: new Map(draft.model.notes).set(callid, notes) });
  draft.effects.push({ type: "saveNotes", callid, notes });
}

/** Whoever placed a call has named it; a tab that did not know yet calls it by the phone system's name. */
export function mergeNotes(callid: string, known: CallNotes | undefined, news: CallNotes): CallNotes {
  return known && news.id === callid ? { ...news, id: known.id } : news;
}

function adoptNotes(draft: Draft, callid: string, news: CallNotes): void {
  const notes = mergeNotes(callid, draft.model.notes.get(callid), news);
  patch(draft, { notes: new Map(draft.model.notes).set(callid, notes) });
  for (const leg of draft.model.legs.values()) {
    if (leg.callid !== callid || leg.callId === notes.id) continue;
    const local = draft.model.local.get(leg.callId);
    if (local) patch(draft, { local: without(draft.model.local, leg.callId) });
    if (local) changeLocal(draft, notes.id, local);
    changeLeg(draft, leg.id, { callId: notes.id });
  }
}

export const BLANK_NOTES: Omit<CallNotes, "id"> = {
  tab: undefined,
  hold: false,
  muted: false,
  keypad: "",
  consultation: undefined,
};

function onStarted(draft: Draft, leg: Leg): void {
  setLeg(draft, leg);
  patch(draft, { ended: without(draft.model.ended, leg.callId) });
  if (leg.kind === "in") draft.effects.push({ type: "callArrived", id: leg.callId });
  if (leg.kind === "out") draft.effects.push({ type: "callBegan", id: leg.callId });
}

function onNamed(draft: Draft, event: Extract<PhoneEvent, { type: "legNamed" }>): void {
  const leg = draft.model.legs.get(event.legId);
  if (!leg) return;
  const { callid, channel, callsc } = event;
  const isNews = leg.state === "calling" && callsc !== undefined;
  if (isNews) setLeg(draft, { ...leg, callsc });
  nameLeg(draft, leg, callid || leg.callid, channel || leg.channel);
}

function nameLeg(draft: Draft, leg: Leg, callid: string, channel: string): void {
  changeLeg(draft, leg.id, { callid, channel });
  // A call that we placed has a name of its own: other tabs, and this one after a reload, learn it from the notes.
  if (leg.kind === "out" && callid !== "" && leg.callid !== callid)
    note(draft, callid, { tab: draft.model.tab, id: leg.callId }, leg.callId);
}

function onAnswering(draft: Draft, legId: string, state: "ringing" | "answering"): void {
  const leg = draft.model.legs.get(legId);
  if (leg?.state === "ringing" || leg?.state === "answering") setLeg(draft, { ...leg, state });
}

function onAnswered(draft: Draft, legId: string, at: number): void {
  const leg = draft.model.legs.get(legId);
  if (!leg || leg.state === "active") return;
  setLeg(draft, { ...leg, state: "active", answeredAt: at });
  setReturning(draft, leg.callid, false);
  if (leg.callid !== "") note(draft, leg.callid, { tab: draft.model.tab }, leg.callId);
  if (leg.kind === "in") draft.effects.push({ type: "callBegan", id: leg.callId });
  draft.effects.push({ type: "callAnswered", id: leg.callId });
}

function onEnded(draft: Draft, legId: string, end: LegEnd): void {
  const leg = draft.model.legs.get(legId);
  if (!leg) return;
  const { callid, channel } = leg;
  patch(draft, { legs: without(draft.model.legs, legId) });
  if (callid !== "" && isStillWanted(draft.model, leg, end)) {
    setReturning(draft, callid, true);
    draft.effects.push({ type: "attach", callid, line: leg.line });
    return;
  }
  if (end.kind === "lost" && leg.kind === "in") return;
  if (channel !== "") patch(draft, { gone: new Set(draft.model.gone).add(channel) });
  setReturning(draft, callid, false);
  // It may have been answered while the network was gone: then the next list says that it waits for this tab.
  if (end.kind !== "lost" && draft.model.notes.get(callid)?.tab === draft.model.tab)
    note(draft, callid, { tab: undefined });
  draft.reason = end.kind === "over" ? end.reason : end.kind === "lost" ? CONNECTION_LOST : undefined;
}

/** A talk that was lost comes back. So does one that was asked for while its ring was still ending here. */
function isStillWanted({ returning }: PhoneModel, leg: Leg, { kind }: LegEnd): boolean {
  if (kind === "lost" && (leg.state === "active" || leg.kind === "attach")) return true;
  return kind !== "over" && leg.state === "ringing" && returning.has(leg.callid);
}

const CONNECTION_LOST = "The connection was lost. Check your network and call again.";

function onListed(draft: Draft, line: string, rows: readonly LiveCall[]): void {
  const before = draft.model.lists.get(line) ?? [];
  patch(draft, { lists: new Map(draft.model.lists).set(line, rows) });
  for (const leg of draft.model.legs.values()) if (leg.line === line) compareLeg(draft, leg, rows);
  forgetOver(draft, before);
  recallWaiting(draft, rows);
  confirmWanted(draft, rows);
  comeBack(draft);
}

/** What the list says of a leg of this tab. */
function compareLeg(draft: Draft, leg: Leg, rows: readonly LiveCall[]): void {
  const row = rows.find((each) => isOfLeg(leg, each) && each.status !== "ended");
  if (row) {
    nameLeg(draft, leg, row.callid, row.channel);
    changeLeg(draft, leg.id, { isListed: true });
  } else if (leg.isListed) {
    // Its end may still be on the way; a talk is not cut off for a list that crossed it.
    if (leg.state === "active") draft.effects.push({ type: "doubtLeg", legId: leg.id });
    else drop(draft, leg);
  }
}

function onDoubtDue(draft: Draft, legId: string): void {
  const leg = draft.model.legs.get(legId);
  const rows = leg && draft.model.lists.get(leg.line);
  if (leg && rows && !rows.some((row) => isOfLeg(leg, row) && row.status !== "ended")) drop(draft, leg);
}

function drop(draft: Draft, leg: Leg): void {
  draft.effects.push({ type: "dropLeg", legId: leg.id });
  onEnded(draft, leg.id, { kind: "over", reason: undefined });
}

/** Channels and notes of calls that no list has any more. */
function forgetOver(draft: Draft, before: readonly LiveCall[]): void {
  const rows = [...draft.model.lists.values()].flat();
  const channels = new Set(rows.map(({ channel }) => channel));
  const gone = new Set([...draft.model.gone].filter((channel) => channels.has(channel)));
  if (gone.size !== draft.model.gone.size) patch(draft, { gone });
  const live = new Set(rows.map(({ callid }) => callid));
  for (const { callid } of draft.model.legs.values()) live.add(callid);
  for (const callid of new Set(before.map((row) => row.callid))) {
    if (live.has(callid)) continue;
    setReturning(draft, callid, false);
    if (!draft.model.notes.has(callid)) continue;
    patch(draft, { notes: without(draft.model.notes, callid) });
    draft.effects.push({ type: "saveNotes", callid, notes: undefined });
  }
}

/** A call that was given up with the network and answered meanwhile: the phone system keeps it for this tab. */
function recallWaiting(draft: Draft, rows: readonly LiveCall[]): void {
  const { gone, notes, tab } = draft.model;
  const waiting = rows.filter(
    ({ channel, status, callid }) => status === "lost" && gone.has(channel) && notes.get(callid)?.tab === tab,
  );
  if (waiting.length === 0) return;
  const recalled = new Set(waiting.map(({ channel }) => channel));
  patch(draft, { gone: new Set([...gone].filter((channel) => !recalled.has(channel))) });
}

/** What was asked for and has come true need not be pretended any longer. */
function confirmWanted(draft: Draft, rows: readonly LiveCall[]): void {
  for (const { row } of seatsOf(draft.model).filter(({ row: own }) => rows.includes(own))) {
    const leg = [...draft.model.legs.values()].find((each) => isOfLeg(each, row));
    const id = idOf(draft.model, row.callid, leg);
    const local = draft.model.local.get(id);
    if (!local) continue;
    const { hold, muted, recording } = local.wanted;
    const wanted = {
      ...(hold !== undefined && hold !== row.holding && { hold }),
      ...(muted !== undefined && muted !== row.muted && { muted }),
      ...(recording !== undefined && recording !== row.recording && { recording }),
    };
    const isTakenByTab = local.isTakenByTab && isRingingRow(row);
    if (
      Object.keys(wanted).length !== Object.keys(local.wanted).length ||
      isTakenByTab !== local.isTakenByTab
    )
      changeLocal(draft, id, { wanted, isTakenByTab });
  }
}

/** A call whose sound this tab had, before it was reloaded say, comes back by itself. */
function comeBack(draft: Draft): void {
  const { tab } = draft.model;
  for (const { row, line } of seatsOf(draft.model)) {
    if (isRingingRow(row) || draft.model.notes.get(row.callid)?.tab !== tab) continue;
    const hasLeg = [...draft.model.legs.values()].some((leg) => leg.callid === row.callid);
    if (hasLeg || draft.model.returning.has(row.callid)) continue;
    setReturning(draft, row.callid, true);
    draft.effects.push({ type: "attach", callid: row.callid, line });
  }
}

/** Makes the views, and notices what is over. */
function finish(before: PhoneModel, draft: Draft): PhoneStep {
  let { model } = draft;
  let calls = viewCalls(model);
  const over = before.calls.filter(
    (call) => isLive(call) && !calls.some((each) => each.id === call.id && isLive(each)),
  );
  if (over.length > 0) {
    const ended = new Map(model.ended);
    const local = new Map(model.local);
    for (const call of over) {
      local.delete(call.id);
      if (isShownAfter(call)) ended.set(call.id, endedCall(call, draft.reason));
      draft.effects.push({ type: "callEnded", id: call.id, wasTalk: isShownAfter(call) });
    }
    model = { ...model, ended, local };
    calls = viewCalls(model);
  }
  return { model: { ...model, calls }, effects: draft.effects };
}

/** A ring that stops leaves nothing to look at, and what ends elsewhere is not this tab's. */
const isShownAfter = (call: ActiveCall): boolean => call.place !== "elsewhere" && !isIncoming(call);
