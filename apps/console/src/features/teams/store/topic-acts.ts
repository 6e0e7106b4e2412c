import type { ChatSet } from "@offhook/contract";
import type { Attachment } from "../content/attachment.ts";
import { DRAFTY_MIME } from "../content/drafty.ts";
import { type ChosenMention, writeContent } from "../content/write-content.ts";
import type { ChatLink } from "../link/chat-link.ts";
import type { Message } from "./message.ts";
import type { TeamsStore } from "./teams-state.ts";
import { DELETE_MARKER, personFrom, type Topic } from "./topic.ts";
import {
  addPeople,
  applyDeleted,
  changeRecord,
  changeTopic,
  findRecord,
  removeRecord,
} from "./topic-store.ts";
import type { TopicSync } from "./topic-sync.ts";

export interface TopicActsDeps {
  readonly link: ChatLink;
  readonly store: TeamsStore;
  readonly sync: TopicSync;
  readonly newId: () => string;
  readonly onOwnData: (data: {
    readonly topic: string;
    readonly seq: number;
    readonly ts: string;
    readonly head: Readonly<Record<string, unknown>>;
    readonly content: unknown;
  }) => void;
}

export interface NewGroup {
  readonly name: string;
  /** Colleagues find it and join by themselves. */
  readonly isJoinable: boolean;
  readonly members: readonly string[];
}

export interface TeamFace {
  readonly fn: string;
  readonly note: string;
  /** A picture the service has already; without a path it is taken away, left out it stays. */
  readonly photo?: Pick<Attachment, "path" | "type"> | undefined;
}

function pictureOf({ path, type }: Pick<Attachment, "path" | "type">) {
  // Stock clients want the second half of the type alone.
  return { ref: path, type: type.split("/")[1] ?? "jpeg" };
}

/** A group that anybody of the company may join. */
export interface JoinableTopic {
  readonly id: string;
  readonly name: string;
  readonly memberCount: number;
}

/** Under this word joinable groups are found. */
const JOINABLE_TAG = "joinable";
/** Begins what is looked for on `fnd` when it is more than tags. */
const PRODUCT_SEARCH = "x-search:";

/** What newcomers may do: the access modes of the specification. */
const NEWCOMER_MODE = { private: "RWPSD", public: "JRWPSD", viewOnly: "JRP" } as const;

type OwnMarks = Partial<Pick<Topic, "isPinned" | "isMuted" | "nickname" | "unreadFrom">>;

/** What the user does with topics and messages, as far as it needs an answer at once. */
export class TopicActs {
  readonly #deps: TopicActsDeps;

  constructor(deps: TopicActsDeps) {
    this.#deps = deps;
  }

  /** Shown at once and taken back when the service refuses. The same emoji again takes it away. */
  async react(topic: string, seq: number, emoji: string): Promise<void> {
    const { store } = this.#deps;
    const pending = { seq, emoji };
    changeRecord(store, topic, ({ reacting }) => ({ reacting: [...reacting, pending] }));
    try {
      await this.#publish(topic, { "x-reaction": `:${seq}` }, emoji);
    } finally {
      changeRecord(store, topic, ({ reacting }) => ({
        reacting: reacting.filter((each) => each !== pending),
      }));
    }
  }

  /** Another wording of an own message. Its files stay. */
  async edit(message: Message, typed: string, mentions: readonly ChosenMention[]): Promise<void> {
    const { attachments } = message.content;
    const wire = writeContent({ typed, mentions, attachments });
    const head = {
      replace: `:${message.seq}`,
      ...(wire.isDrafty ? { mime: DRAFTY_MIME } : {}),
      ...(wire.mentions.length > 0 ? { mentions: wire.mentions } : {}),
    };
    await this.#publish(
      message.topic,
      head,
      wire.content,
      attachments.map(({ path }) => path),
    );
  }

  /** For all. Its later wordings go with it, or a search would still find them. */
  async deleteMessage(message: Message): Promise<void> {
    const { link, store } = this.#deps;
    const seqs = [message.seq, ...message.edits].sort((one, other) => one - other);
    const delseq = seqs.map((low) => ({ low, hi: low + 1 }));
    const { ctrl } = await link.request("del", { topic: message.topic, what: "msg", delseq, hard: true });
    const clear = ctrl?.params?.del;
    applyDeleted(store, message.topic, typeof clear === "number" ? clear : undefined, delseq);
  }

  async createGroup({ name, isJoinable, members }: NewGroup): Promise<string> {
    const { link, sync, newId } = this.#deps;
    const auth = isJoinable ? NEWCOMER_MODE.public : NEWCOMER_MODE.private;
    const { ctrl } = await link.request("sub", {
      topic: `new${newId()}`,
      set: {
        desc: { public: { fn: name }, defacs: { auth, anon: "N" } },
        ...(isJoinable ? { tags: [JOINABLE_TAG] } : {}),
      },
    });
    const id = ctrl?.topic ?? "";
    for (const user of members) await link.request("set", { topic: id, sub: { user } });
    await sync.refreshListed(id);
    return id;
  }

  /** A direct chat with somebody, or a group that can be joined. */
  async open(id: string): Promise<void> {
    const { link, store, sync } = this.#deps;
    if (findRecord(store, id)) return;
    await link.request("sub", { topic: id });
    await sync.refreshListed(id);
  }

  /** What a group is called, for somebody who is no member of it. */
  async nameFromOutside(id: string): Promise<string> {
    const { meta } = await this.#deps.link.request("get", { topic: id, what: "desc" });
    return personFrom(id, meta?.desc?.public).fn;
  }

  async leave(id: string): Promise<void> {
    const { link, store, sync } = this.#deps;
    await sync.attach(id);
    await link.request("leave", { topic: id, unsub: true });
    removeRecord(store, id);
  }

  /** By its owner for all; by everybody else for their own list. */
  async deleteTopic(id: string): Promise<void> {
    const { link, store } = this.#deps;
    await link.request("del", { topic: id, what: "topic", hard: true });
    removeRecord(store, id);
  }

  /** What only the user sees of a topic. Shown at once and taken back when the service refuses. */
  async mark(id: string, marks: OwnMarks): Promise<void> {
    const { store } = this.#deps;
    const before = findRecord(store, id)?.topic;
    changeTopic(store, id, () => marks);
    const { isPinned, isMuted, nickname, unreadFrom } = marks;
    const own = {
      ...(isPinned === undefined ? {} : { pinned: isPinned || DELETE_MARKER }),
      ...(isMuted === undefined ? {} : { muted: isMuted || DELETE_MARKER }),
      ...(nickname === undefined ? {} : { nickname: nickname === "" ? DELETE_MARKER : nickname }),
      ...("unreadFrom" in marks ? { unread: unreadFrom ?? DELETE_MARKER } : {}),
    };
    try {
      await this.#set(id, { desc: { private: own } });
    } catch (failure) {
      if (before) changeTopic(store, id, () => before);
      throw failure;
    }
  }

  /** What everybody sees of a team; its owner may change it. Empty takes a value away. */
  async describeTeam(id: string, { fn, note, photo }: TeamFace): Promise<void> {
    const path = photo?.path ?? "";
    const face = {
      fn,
      note: note === "" ? DELETE_MARKER : note,
      ...(photo === undefined ? {} : { photo: path === "" ? DELETE_MARKER : pictureOf(photo) }),
    };
    await this.#deps.sync.attach(id);
    const extra = path === "" ? undefined : { attachments: [path] };
    await this.#deps.link.request("set", { topic: id, desc: { public: face } }, extra);
    changeTopic(this.#deps.store, id, () => ({
      fn,
      note,
      ...(photo === undefined ? {} : { photo: path }),
    }));
  }

  async setNewcomerMode(id: string, mode: string): Promise<void> {
    const isJoinable = mode.includes("J");
    await this.#set(id, { desc: { defacs: { auth: mode } }, tags: isJoinable ? [JOINABLE_TAG] : [] });
    changeTopic(this.#deps.store, id, () => ({ newcomerMode: mode }));
  }

  /** Invites somebody, or changes what a member may do. */
  async setMember(id: string, user: string, mode?: string): Promise<void> {
    await this.#set(id, { sub: { user, ...(mode === undefined ? {} : { mode }) } });
    await this.#deps.sync.refreshMembers(id);
  }

  /** What the user wants to be able to do: to accept ownership, say. */
  async setOwnMode(id: string, mode: string): Promise<void> {
    await this.#set(id, { sub: { mode } });
    await this.#deps.sync.refreshMembers(id);
  }

  async removeMember(id: string, user: string): Promise<void> {
    const { link, sync } = this.#deps;
    await sync.attach(id);
    await link.request("del", { topic: id, what: "sub", user });
    await sync.refreshMembers(id);
  }

  /** Colleagues of this name, into the store: a large company is not known as a whole. */
  async findPeople(query: string): Promise<void> {
    const { link, store } = this.#deps;
    await link.request("sub", { topic: "fnd" });
    const text = `${PRODUCT_SEARCH}${JSON.stringify({ type: "people", query })}`;
    await link.request("set", { topic: "fnd", desc: { public: text } });
    const { meta } = await link.request("get", { topic: "fnd", what: "sub" });
    addPeople(store, meta?.sub ?? []);
  }

  /** All colleagues, into the store, and the groups one may join. */
  async searchCompany(customerId: number): Promise<readonly JoinableTopic[]> {
    const { link, store } = this.#deps;
    await link.request("sub", { topic: "fnd" });
    await link.request("set", { topic: "fnd", desc: { public: `org:${customerId},${JOINABLE_TAG}` } });
    const { meta } = await link.request("get", { topic: "fnd", what: "sub" });
    const found = meta?.sub ?? [];
    addPeople(store, found);
    return found.flatMap(({ topic, public: shown, subcnt }) => {
      if (!topic?.startsWith("grp") || findRecord(store, topic)) return [];
      return [{ id: topic, name: personFrom(topic, shown).fn, memberCount: subcnt ?? 0 }];
    });
  }

  async #set(topic: string, parts: Omit<ChatSet, "id" | "topic">): Promise<void> {
    await this.#deps.sync.attach(topic);
    await this.#deps.link.request("set", { topic, ...parts });
  }

  async #publish(
    topic: string,
    head: Readonly<Record<string, unknown>>,
    content: unknown,
    paths: readonly string[] = [],
  ): Promise<void> {
    const { link, sync, onOwnData } = this.#deps;
    await sync.attach(topic);
    const extra = paths.length > 0 ? { attachments: [...paths] } : undefined;
    const { ctrl } = await link.request("pub", { topic, head: { ...head }, content, noecho: true }, extra);
    const seq = ctrl?.params?.seq;
    if (ctrl && typeof seq === "number") onOwnData({ topic, seq, ts: ctrl.ts, head, content });
  }
}
