import { attachmentKind } from "@offhook/ui/attachment-kind";
import type { Attachment } from "./attachment.ts";
import { characterMap, type DraftyEntity, type DraftyFormat } from "./drafty.ts";

export type SpanKind = "bold" | "italic" | "strike" | "code" | "mention" | "link";

/** A part of the text that is more than text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** Whom a mention names, where a link leads. */
  readonly value?: string | undefined;
}

/** What a message says, whatever its wire form. */
export interface MessageContent {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly attachments: readonly Attachment[];
}

export const NO_CONTENT: MessageContent = { text: "", spans: [], attachments: [] };

const KIND_OF: Readonly<Record<string, SpanKind>> = {
  ST: "bold",
  EM: "italic",
  DL: "strike",
  CO: "code",
  MN: "mention",
  LN: "link",
};

const FILE_ENTITIES = new Set(["IM", "VD", "AU", "EX"]);

/** More than anybody writes: what goes beyond is shown as plain text. */
const MOST_FORMATS = 500;
const MOST_FILES = 100;

/** Whatever it is, it can be shown: what makes no sense in it is left out. */
export function readContent(content: unknown): MessageContent {
  if (typeof content === "string") return { ...NO_CONTENT, text: content };
  if (!isObject(content)) return NO_CONTENT;
  const { txt, fmt, ent } = content;
  const text = typeof txt === "string" ? txt : "";
  const formats = objectsIn(fmt).slice(0, MOST_FORMATS) as readonly DraftyFormat[];
  // By their places, which formats name: what is no entity keeps its place.
  const entities = Array.isArray(ent) ? ent.map((each) => (isObject(each) ? entityOf(each) : {})) : [];
  return {
    text: withoutPlaceholders(text, formats, entities),
    spans: spansOf(text, formats, entities),
    attachments: filesIn(entities),
  };
}

export const UNREADABLE_MESSAGE = "This message can't be displayed";

/** Nothing in it can be shown. */
export function isEmptyContent({ text, attachments }: MessageContent): boolean {
  return text.trim() === "" && attachments.length === 0;
}

type Wire = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectsIn(list: unknown): readonly Wire[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function entityOf({ tp, data }: Wire): DraftyEntity {
  return { ...(typeof tp === "string" ? { tp } : {}), ...(isObject(data) ? { data } : {}) };
}

/** Other clients stand a blank in the text for each picture; a message of nothing else has no text. */
function withoutPlaceholders(
  text: string,
  fmt: readonly DraftyFormat[],
  entities: readonly DraftyEntity[],
): string {
  const hasPlaced = fmt.some(({ at, key }) => numberOr(at, 0) >= 0 && isFile(entities[numberOr(key, -1)]));
  return hasPlaced && text.trim() === "" ? "" : text;
}

function isFile(entity: DraftyEntity | undefined): boolean {
  return FILE_ENTITIES.has(entity?.tp ?? "");
}

function spansOf(
  text: string,
  fmt: readonly DraftyFormat[],
  entities: readonly DraftyEntity[],
): readonly Span[] {
  if (fmt.length === 0) return [];
  const map = characterMap(text);
  return fmt.flatMap(({ at: from, len: length, tp, key }) => {
    const [at, len] = [numberOr(from, 0), numberOr(length, 0)];
    const entity = key === undefined || tp ? undefined : entities[numberOr(key, -1)];
    const kind = kindOf(tp ?? entity?.tp);
    if (!kind || at < 0 || len <= 0 || !Number.isInteger(at) || !Number.isInteger(len)) return [];
    const value = kind === "mention" ? entity?.data?.val : entity?.data?.url;
    const start = Math.min(map.toUnits(at), text.length);
    const end = Math.min(map.toUnits(at + len), text.length);
    return [{ start, end, kind, value: typeof value === "string" ? value : undefined }];
  });
}

function kindOf(tp: unknown): SpanKind | undefined {
  return typeof tp === "string" && Object.hasOwn(KIND_OF, tp) ? KIND_OF[tp] : undefined;
}

/** Each file once, however often a message names it. */
function filesIn(entities: readonly DraftyEntity[]): readonly Attachment[] {
  const byPath = new Map(entities.flatMap(attachmentOf).map((file) => [file.path, file]));
  return [...byPath.values()].slice(0, MOST_FILES);
}

function attachmentOf(entity: DraftyEntity): readonly Attachment[] {
  if (!isFile(entity)) return [];
  const { ref, name, mime, size, width, height, duration } = entity.data ?? {};
  // Some clients put small pictures into the message itself; ours keeps files in the store.
  if (typeof ref !== "string") return [];
  const type = typeof mime === "string" ? mime : "";
  const shownName = typeof name === "string" && name !== "" ? name : "file";
  return [
    {
      name: shownName,
      path: ref,
      type,
      size: Math.max(0, numberOr(size, 0)),
      kind: attachmentKind(type, shownName),
      width: numberOr(width, undefined),
      height: numberOr(height, undefined),
      duration: numberOr(duration, undefined),
    },
  ];
}

function numberOr<Other>(value: unknown, other: Other): number | Other {
  return typeof value === "number" && Number.isFinite(value) ? value : other;
}

/** One line of it, for lists and quotes: its text, or what it carries. */
export function contentSummary({ text, attachments }: MessageContent): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line !== "") return line;
  if (attachments.length === 0) return "";
  const [only] = attachments;
  if (attachments.length === 1 && only?.kind === "audio") return "Voice note";
  return attachments.length === 1 ? "Shared a file" : "Shared multiple files";
}
