import { type Attachment, attachmentKind } from "./attachment.ts";
import { characterMap, type Drafty, type DraftyEntity } from "./drafty.ts";

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

export function readContent(content: unknown): MessageContent {
  if (typeof content === "string") return { ...NO_CONTENT, text: content };
  if (typeof content !== "object" || content === null) return NO_CONTENT;
  const { txt, fmt, ent } = content as Drafty;
  const text = typeof txt === "string" ? txt : "";
  const entities = Array.isArray(ent) ? (ent as readonly DraftyEntity[]) : [];
  return {
    text: withoutPlaceholders(text, Array.isArray(fmt) ? fmt : [], entities),
    spans: spansOf(text, Array.isArray(fmt) ? fmt : [], entities),
    attachments: entities.flatMap(attachmentOf),
  };
}

/** Other clients stand a blank in the text for each picture; a message of nothing else has no text. */
function withoutPlaceholders(
  text: string,
  fmt: NonNullable<Drafty["fmt"]>,
  entities: readonly DraftyEntity[],
): string {
  const hasPlaced = fmt.some(({ at = 0, key }) => at >= 0 && isFile(entities[key ?? -1]));
  return hasPlaced && text.trim() === "" ? "" : text;
}

function isFile(entity: DraftyEntity | undefined): boolean {
  return FILE_ENTITIES.has(entity?.tp ?? "");
}

function spansOf(
  text: string,
  fmt: NonNullable<Drafty["fmt"]>,
  entities: readonly DraftyEntity[],
): readonly Span[] {
  if (fmt.length === 0) return [];
  const map = characterMap(text);
  return fmt.flatMap(({ at = 0, len = 0, tp, key }) => {
    const entity = key === undefined || tp ? undefined : entities[key];
    const kind = KIND_OF[tp ?? entity?.tp ?? ""];
    if (!kind || at < 0 || len <= 0) return [];
    const value = kind === "mention" ? entity?.data?.val : entity?.data?.url;
    const start = map.toUnits(at);
    const end = map.toUnits(at + len);
    return [{ start, end, kind, value: typeof value === "string" ? value : undefined }];
  });
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
      size: numberOr(size, 0),
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
