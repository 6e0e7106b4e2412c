import type { ChatData, ChatInfo, ChatMeta, ChatPres, ChatServerFrame } from "@offhook/contract";
import type { CancelTimer, Clock, Emitter } from "@offhook/kernel";
import type { ChatLink } from "../link/chat-link.ts";
import { clientIdOf, isReaction, replacedSeq } from "./message.ts";
import type { TeamsEvents } from "./teams-events.ts";
import type { TeamsStore } from "./teams-state.ts";
import { describedTopic, isTopicId } from "./topic.ts";
import {
  applyDeleted,
  applyListing,
  applyLive,
  applyMembers,
  changeMember,
  changeRecord,
  changeTopic,
  findRecord,
  setTyping,
} from "./topic-store.ts";
import type { TopicSync } from "./topic-sync.ts";

const TYPING_LASTS_MS = 5_000;
const EVICTED = 205;

export interface FrameRouterDeps {
  readonly link: ChatLink;
  readonly store: TeamsStore;
  readonly sync: TopicSync;
  readonly events: Emitter<TeamsEvents>;
  readonly clock: Clock;
  /** The user has this topic open and sees its end. */
  readonly isWatched: (topic: string) => boolean;
  /** A message that this user has sent, from whichever tab, stands in the stream. */
  readonly onDelivered: (clientId: string) => void;
  readonly report: (failure: unknown) => void;
}

/** What the service says by itself, and what it means for the topics here. */
export class FrameRouter {
  readonly #deps: FrameRouterDeps;
  readonly #typing = new Map<string, CancelTimer>();

  constructor(deps: FrameRouterDeps) {
    this.#deps = deps;
  }

  handle(frame: ChatServerFrame): void {
    if ("data" in frame) this.data(frame.data);
    else if ("meta" in frame) this.#meta(frame.meta);
    else if ("pres" in frame) this.#presence(frame.pres);
    else if ("info" in frame) this.#info(frame.info);
    else if (frame.ctrl.code === EVICTED && frame.ctrl.topic !== undefined)
      this.#deps.sync.lose(frame.ctrl.topic);
  }

  stop(): void {
    for (const cancel of this.#typing.values()) cancel();
    this.#typing.clear();
  }

  /** Also for what this client has said itself, once it is acknowledged. */
  data(data: ChatData): void {
    const { store, sync, link, events, isWatched, onDelivered, report } = this.#deps;
    if (sync.collect(data)) return;
    const { ownId } = store.getState();
    if (applyLive(store, data, ownId)) void sync.catchUp(data.topic).catch(report);
    if (data.from === ownId) onDelivered(clientIdOf(data) ?? "");
    if (data.from === undefined || data.from === ownId) return;
    this.#stopTyping(data.topic, data.from);
    if (!isWatched(data.topic)) link.note({ topic: data.topic, what: "recv", seq: data.seq });
    if (!isReaction(data) && replacedSeq(data) === undefined)
      events.emit("arrived", { topic: data.topic, data });
  }

  #meta({ topic: id, desc, sub, del }: ChatMeta): void {
    const { store } = this.#deps;
    if (id === "me") {
      // The whole list is asked for by name and dealt with there; this is one topic that has changed.
      if (sub?.length === 1) applyListing(store, sub, false);
      return;
    }
    if (!isTopicId(id)) return;
    if (desc) changeTopic(store, id, (topic) => describedTopic(topic, desc));
    if (sub) applyMembers(store, id, sub);
    if (del) applyDeleted(store, id, del.clear, del.delseq);
  }

  #presence(pres: ChatPres): void {
    if (pres.topic === "me") this.#onMe(pres);
    else this.#inTopic(pres);
  }

  #onMe(pres: ChatPres): void {
    const { store, sync, report } = this.#deps;
    const { src, what, seq } = pres;
    if (src === undefined || !isTopicId(src)) return;
    if (what === "on" || what === "off") this.#seen(src, what === "on");
    else if (what === "gone") sync.lose(src);
    else if (what === "read" || what === "recv")
      changeTopic(store, src, (topic) => ({ [what]: Math.max(topic[what], seq ?? 0) }));
    else if (what === "msg") this.#spoken(src, seq ?? 0);
    else if (what === "term") this.#attachAnew(src);
    else if (what === "upd") void sync.refreshListed(src).catch(report);
    else if (what === "acs") this.#accessChanged(src, pres);
    else if (what === "del" && findRecord(store, src)) void sync.loadDeleted(src).catch(report);
  }

  #seen(id: string, isOnline: boolean): void {
    const { store, clock } = this.#deps;
    changeTopic(store, id, () => ({ isOnline, ...(isOnline ? {} : { lastSeen: clock.now() }) }));
  }

  /** Something was said where we do not listen yet. */
  #spoken(id: string, seq: number): void {
    const { store, sync, report } = this.#deps;
    changeTopic(store, id, (topic) => ({ seq: Math.max(topic.seq, seq) }));
    void (findRecord(store, id) ? sync.attach(id) : sync.refreshListed(id)).catch(report);
  }

  #accessChanged(id: string, { tgt }: ChatPres): void {
    const { sync, events, report } = this.#deps;
    if (tgt !== undefined) events.emit("accessRequested", { topic: id, user: tgt });
    void sync.refreshListed(id).catch(report);
  }

  #inTopic({ topic: id, src, what, clear, delseq, dacs }: ChatPres): void {
    const { store, sync, report } = this.#deps;
    // Without a name it is about the user.
    if (what === "acs" && src === undefined) {
      void sync.refreshOwnRights(id, dacs?.given ?? "").catch(report);
      return;
    }
    if (what === "on" || what === "off") {
      if (src !== undefined) changeMember(store, id, src, { isOnline: what === "on" });
    } else if (what === "del") applyDeleted(store, id, clear, delseq ?? []);
    else if (what === "acs" || what === "upd") void sync.refreshMembers(id).catch(report);
    else if (what === "term") this.#attachAnew(id);
  }

  /** The topic has moved inside a cluster, which makes its listeners strangers to it. */
  #attachAnew(id: string): void {
    const { store, sync, report } = this.#deps;
    changeRecord(store, id, () => ({ isAttached: false }));
    void sync.attach(id).catch(report);
  }

  #info({ topic, src, from, what, seq }: ChatInfo): void {
    const id = src ?? topic;
    if (what === "kp" || what === "kpa" || what === "kpv") this.#startTyping(id, from);
    else if ((what === "read" || what === "recv") && seq !== undefined) this.#receipt(id, from, what, seq);
  }

  #receipt(id: string, from: string, what: "read" | "recv", seq: number): void {
    const { store } = this.#deps;
    const member = findRecord(store, id)?.members.get(from);
    if (from === store.getState().ownId)
      changeTopic(store, id, (topic) => ({ [what]: Math.max(topic[what], seq) }));
    if (!member) return;
    const recv = Math.max(member.recv, seq);
    changeMember(store, id, from, what === "read" ? { read: Math.max(member.read, seq), recv } : { recv });
  }

  #startTyping(topic: string, user: string): void {
    const { store, clock } = this.#deps;
    const key = `${topic} ${user}`;
    this.#typing.get(key)?.();
    this.#typing.set(
      key,
      clock.schedule(TYPING_LASTS_MS, () => this.#stopTyping(topic, user)),
    );
    setTyping(store, topic, user, true);
  }

  #stopTyping(topic: string, user: string): void {
    const key = `${topic} ${user}`;
    this.#typing.get(key)?.();
    this.#typing.delete(key);
    setTyping(this.#deps.store, topic, user, false);
  }
}
