import { mentionsIn } from "@offhook/ui/mentions";
import type { Attachment } from "./attachment.ts";
import { characterMap, type Drafty, type DraftyEntity, type DraftyFormat } from "./drafty.ts";
import type { MessageContent, Span, SpanKind } from "./message-content.ts";

/** Somebody the writer chose from the list of names. */
export interface ChosenMention {
  readonly user: string;
  readonly name: string;
}

interface Written {
  readonly text: string;
  readonly spans: readonly Span[];
}

// The marks people know from other chats. A star inside a word or a sum (2*3*4) is a star.
const MARKS = new RegExp(
  [
    String.raw`\x60{3}\n?(?<block>[\s\S]+?)\n?\x60{3}`,
    String.raw`\x60(?<code>[^\x60\n]+)\x60`,
    String.raw`(?<![\p{L}\p{N}*])\*(?=\S)(?<bold>[^*\n]+?)(?<=\S)\*(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_])_(?=\S)(?<italic>[^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])`,
    String.raw`(?<![\p{L}\p{N}~])~(?=\S)(?<strike>[^~\n]+?)(?<=\S)~(?![\p{L}\p{N}~])`,
  ].join("|"),
  "gu",
);

const MARK_OF: Readonly<Partial<Record<SpanKind, string>>> = {
  bold: "*",
  italic: "_",
  strike: "~",
  code: "`",
};

/** Typed text becomes text and formats: *bold*, _italic_, ~struck~, `code` and blocks of code. */
export function readMarks(typed: string): Written {
  let text = "";
  const spans: Span[] = [];
  let end = 0;
  const add = (kind: SpanKind, inside: string, mayNest: boolean): void => {
    const inner = mayNest ? readMarks(inside) : { text: inside, spans: [] };
    const start = text.length;
    text += inner.text;
    spans.push({ start, end: text.length, kind });
    for (const span of inner.spans) spans.push({ ...span, start: span.start + start, end: span.end + start });
  };
  for (const match of typed.matchAll(MARKS)) {
    text += typed.slice(end, match.index);
    end = match.index + match[0].length;
    const { block, code, bold, italic, strike } = match.groups ?? {};
    if (block !== undefined) add("code", block, false);
    else if (code !== undefined) add("code", code, false);
    else if (bold !== undefined) add("bold", bold, true);
    else if (italic !== undefined) add("italic", italic, true);
    else if (strike !== undefined) add("strike", strike, true);
  }
  text += typed.slice(end);
  return { text, spans };
}

/** The text as it was typed, for changing it. */
export function writeMarks({ text, spans }: Pick<MessageContent, "text" | "spans">): string {
  const marks = spans.flatMap(({ start, end, kind }) => {
    const mark = MARK_OF[kind];
    if (mark === undefined) return [];
    const isBlock = kind === "code" && text.slice(start, end).includes("\n");
    const length = end - start;
    return isBlock
      ? [
          { at: start, mark: "```\n", isEnd: false, length },
          { at: end, mark: "\n```", isEnd: true, length },
        ]
      : [
          { at: start, mark, isEnd: false, length },
          { at: end, mark, isEnd: true, length },
        ];
  });
  // From the back, so that earlier places stay; an inner mark stands inside its outer one.
  marks.sort((one, other) => {
    if (one.at !== other.at) return other.at - one.at;
    if (one.isEnd !== other.isEnd) return one.isEnd ? 1 : -1;
    return one.isEnd ? other.length - one.length : one.length - other.length;
  });
  let typed = text;
  for (const { at, mark } of marks) typed = typed.slice(0, at) + mark + typed.slice(at);
  return typed;
}

function mentionSpans({ text, spans }: Written, chosen: readonly ChosenMention[]): readonly Span[] {
  const isCode = (at: number): boolean =>
    spans.some(({ kind, start, end }) => kind === "code" && at >= start && at < end);
  const people = chosen.map(({ user, name }) => ({ id: user, name }));
  return mentionsIn(text, people)
    .filter(({ start }) => !isCode(start))
    .map(({ id, start, end }) => ({ start, end, kind: "mention", value: id }));
}

/** What goes on the wire: a plain string where that says it all. */
export interface WireContent {
  readonly content: string | Drafty;
  readonly mentions: readonly string[];
  readonly isDrafty: boolean;
}

export interface TypedMessage {
  readonly typed: string;
  readonly mentions?: readonly ChosenMention[];
  readonly attachments?: readonly Attachment[];
}

export function writeContent({ typed, mentions = [], attachments = [] }: TypedMessage): WireContent {
  const written = readMarks(typed.trim());
  const named = mentionSpans(written, mentions);
  return wireContent({ text: written.text, spans: [...written.spans, ...named], attachments });
}

const TYPE_OF: Readonly<Partial<Record<SpanKind, string>>> = {
  bold: "ST",
  italic: "EM",
  strike: "DL",
  code: "CO",
};

export function wireContent({ text, spans, attachments }: MessageContent): WireContent {
  const named = spans.flatMap(({ kind, value }) => (kind === "mention" && value ? [value] : []));
  const mentions = [...new Set(named)];
  if (spans.length === 0 && attachments.length === 0) return { content: text, mentions, isDrafty: false };
  const map = characterMap(text);
  const fmt: DraftyFormat[] = [];
  const ent: DraftyEntity[] = [];
  for (const { start, end, kind, value } of spans) {
    const at = map.toCharacters(start);
    const place = { at, len: map.toCharacters(end) - at };
    const tp = TYPE_OF[kind];
    if (tp) fmt.push({ ...place, tp });
    else {
      fmt.push({ ...place, key: ent.length });
      ent.push(kind === "mention" ? { tp: "MN", data: { val: value } } : { tp: "LN", data: { url: value } });
    }
  }
  for (const attachment of attachments) {
    fmt.push({ at: -1, len: 0, key: ent.length });
    ent.push(fileEntity(attachment));
  }
  return { content: { txt: text, fmt, ...(ent.length > 0 ? { ent } : {}) }, mentions, isDrafty: true };
}

const ENTITY_OF: Readonly<Partial<Record<Attachment["kind"], string>>> = {
  image: "IM",
  video: "VD",
  audio: "AU",
};

function fileEntity({ kind, name, path, size, type, width, height, duration }: Attachment): DraftyEntity {
  const data = { mime: type, ref: path, name, size, width, height, duration };
  return { tp: ENTITY_OF[kind] ?? "EX", data };
}
