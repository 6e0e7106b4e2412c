import { groupEventWords, type NewMessage, type UserId } from "@offhook/chat";
import type { Handle, ScriptedChat, ScriptedLine, ScriptedTalk } from "./chat-script.ts";

/** A file of the demo as messages speak of it. */
export interface SharedFile {
  readonly address: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
}

export interface Cast {
  readonly idOf: (handle: Handle) => UserId;
  /** As it is written in a mention. */
  readonly people: readonly { readonly name: string; readonly id: UserId }[];
  readonly fileOf: (name: string) => SharedFile;
}

/** A script as the messages it becomes; the first of them has the number 1. */
export interface Conversation {
  readonly messages: readonly NewMessage[];
  readonly deleted: readonly number[];
  /** How far somebody has read who has not read everything. */
  readonly reads: ReadonlyMap<UserId, number>;
}

const HOUR_MS = 3_600_000;
const LINE_MS = { least: 25_000, most: 200_000 };
const AFTERWARDS_MS = 9_000;

export function writeConversation(
  script: ScriptedChat,
  cast: Cast,
  { now, random }: { readonly now: number; readonly random: () => number },
): Conversation {
  const messages: NewMessage[] = [];
  const deleted: number[] = [];
  const seqs = new Map<string, number>();
  for (const talk of script.talks) {
    const times = timesOf(talk, now, random);
    for (const [index, line] of talk.lines.entries()) {
      const seq = messages.length + 1;
      if (line.as !== undefined) seqs.set(line.as, seq);
      if (line.isDeleted) deleted.push(seq);
      messages.push(...messagesOf(line, { seq, at: times[index] ?? now, seqs, cast }));
    }
  }
  return { messages, deleted, reads: readsOf(script, seqs, messages, cast) };
}

/** A few minutes apart, but never later than the moment the demo begins. */
function timesOf({ hoursAgo, lines }: ScriptedTalk, now: number, random: () => number): number[] {
  const most = Math.min(LINE_MS.most, (hoursAgo * HOUR_MS) / (lines.length + 1));
  let at = now - hoursAgo * HOUR_MS;
  return lines.map(() => {
    at += Math.round(Math.min(LINE_MS.least, most) + random() * Math.max(0, most - LINE_MS.least));
    return at;
  });
}

interface Place {
  readonly seq: number;
  readonly at: number;
  readonly seqs: ReadonlyMap<string, number>;
  readonly cast: Cast;
}

/** What was said, how it was changed, and how others answered it with an emoji: each is a message of its own. */
function messagesOf(line: ScriptedLine, place: Place): NewMessage[] {
  const { seq, at, cast } = place;
  const event = line.joined ?? line.left;
  if (event !== undefined) return [groupEvent(line, event, place)];
  const said = spoken(line, line.text ?? "", place);
  const changed =
    line.was === undefined
      ? []
      : [
          {
            ...spoken(line, line.text ?? "", place),
            at: at + AFTERWARDS_MS,
            head: { replace: `:${seq}` },
            edits: seq,
            attachments: [],
          },
        ];
  const reactions = Object.entries(line.reactions ?? {}).flatMap(([val, handles]) =>
    handles.map((handle) => ({ val, handle })),
  );
  return [
    said,
    ...changed,
    ...reactions.map(({ val, handle }, index) => ({
      from: cast.idOf(handle),
      at: at + AFTERWARDS_MS + (index + 1) * 1_000,
      head: { "x-reaction": `:${seq}` },
      content: val,
      attachments: [],
      reaction: { seq, val },
    })),
  ];
}

function groupEvent(line: ScriptedLine, about: Handle, { at, cast }: Place): NewMessage {
  const event = line.joined === undefined ? "UserLeftGroup" : "UserJoinedGroup";
  const [user, actor] = [cast.idOf(about), cast.idOf(line.from)];
  const nameOf = (id: UserId): string => cast.people.find((person) => person.id === id)?.name ?? "Someone";
  return {
    from: actor,
    at,
    head: { "x-system": { event, UserID: user, ActorID: actor } },
    content: groupEventWords(event, { user: nameOf(user), actor: nameOf(actor) }, user === actor),
    attachments: [],
    reaction: undefined,
  };
}

function spoken(line: ScriptedLine, text: string, { at, seqs, cast }: Place): NewMessage {
  const files = (line.files ?? []).map(cast.fileOf);
  const mentioned = cast.people.filter(({ name }) => text.includes(`@${name}`));
  const parent = line.replyTo === undefined ? undefined : seqs.get(line.replyTo);
  if (line.replyTo !== undefined && parent === undefined) throw new Error(`Nobody said ${line.replyTo}`);
  const isPlain = files.length === 0 && mentioned.length === 0;
  const attachments = files.map(({ address }) => address);
  const head = {
    ...(isPlain ? {} : { mime: "text/x-drafty" }),
    ...(mentioned.length > 0 && { mentions: mentioned.map(({ id }) => id) }),
    ...(parent !== undefined && { reply: `:${parent}` }),
    ...(files.length > 0 && { attachments }),
  };
  return {
    from: cast.idOf(line.from),
    at,
    head: Object.keys(head).length > 0 ? head : undefined,
    content: isPlain ? text : drafty(text, mentioned, files),
    attachments,
    reaction: undefined,
  };
}

/** Text with what it points at, in the form stock clients read. */
function drafty(text: string, mentioned: Cast["people"], files: readonly SharedFile[]): unknown {
  const mentions = mentioned.map(({ name, id }) => ({
    place: { at: text.indexOf(`@${name}`), len: name.length + 1 },
    entity: { tp: "MN", data: { val: id } },
  }));
  const attached = files.map((file) => ({
    place: { at: -1, len: 0 },
    entity: { tp: entityOf(file.mime), data: fileData(file) },
  }));
  const all = [...mentions, ...attached];
  return {
    txt: text,
    fmt: all.map(({ place }, key) => ({ ...place, key })),
    ent: all.map(({ entity }) => entity),
  };
}

function entityOf(mime: string): "IM" | "AU" | "EX" {
  if (mime.startsWith("image/")) return "IM";
  return mime.startsWith("audio/") ? "AU" : "EX";
}

function fileData({ address, durationMs, ...file }: SharedFile): unknown {
  return { ...file, ref: address, ...(durationMs !== undefined && { duration: durationMs }) };
}

/** Whoever says something has read what was before it. */
function readsOf(
  { unreadFrom = {} }: ScriptedChat,
  seqs: ReadonlyMap<string, number>,
  messages: readonly NewMessage[],
  { idOf }: Cast,
): ReadonlyMap<UserId, number> {
  return new Map(
    Object.entries(unreadFrom).map(([handle, name]) => {
      const [user, first] = [idOf(handle), seqs.get(name)];
      if (first === undefined) throw new Error(`Nobody said ${name}`);
      const own = messages.findLastIndex(({ from }) => from === user) + 1;
      return [user, Math.max(first - 1, own)];
    }),
  );
}
