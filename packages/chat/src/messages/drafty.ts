const MAX_FORMATS = 1024;
const MAX_ENTITIES = 256;
const MAX_TYPE_LENGTH = 32;
const PARTS = ["txt", "fmt", "ent"] as const;
/** What readers of an entity take for text, and for a number. */
const TEXT_FIELDS = ["ref", "url", "name", "mime", "val", "title", "act"] as const;
const NUMBER_FIELDS = ["size", "width", "height", "duration"] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether readers can show this content. Plain text always can be, and what is no Drafty document is its clients' own
 * business; a document must hold together: one that does not breaks every client that opens its topic.
 */
export function canBeShown(content: unknown, mime: unknown): boolean {
  if (typeof content === "string" || content === undefined || content === null) return true;
  const isDocument = mime === "text/x-drafty" || (isFields(content) && PARTS.some((part) => part in content));
  return !isDocument || isDrafty(content);
}

function isDrafty(content: unknown): boolean {
  if (!isFields(content)) return false;
  const { txt = "", fmt = [], ent = [] } = content;
  if (typeof txt !== "string" || !Array.isArray(fmt) || !Array.isArray(ent)) return false;
  if (fmt.length > MAX_FORMATS || ent.length > MAX_ENTITIES) return false;
  return ent.every(isEntity) && fmt.every((format: unknown) => isFormat(format, txt.length, ent.length));
}

/** Places count what people see as one character, of which a text never has more than units. */
function isFormat(format: unknown, textLength: number, entityCount: number): boolean {
  if (!isFields(format)) return false;
  const { at = 0, len = 0, tp, key = 0 } = format;
  if (!isWhole(at) || at < -1 || !isWhole(len) || len < 0 || at + len > textLength) return false;
  if (!isWhole(key) || key < 0) return false;
  if (tp === undefined || tp === "") return key < entityCount;
  return isTypeName(tp);
}

function isEntity(entity: unknown): boolean {
  if (!isFields(entity)) return false;
  const { tp, data = {} } = entity;
  if (!isTypeName(tp) || !isFields(data)) return false;
  return (
    TEXT_FIELDS.every((field) => data[field] === undefined || typeof data[field] === "string") &&
    NUMBER_FIELDS.every((field) => data[field] === undefined || Number.isFinite(data[field]))
  );
}

function isTypeName(name: unknown): boolean {
  return typeof name === "string" && name !== "" && name.length <= MAX_TYPE_LENGTH;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
