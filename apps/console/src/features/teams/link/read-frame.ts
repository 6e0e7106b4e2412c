import type { ChatServerFrame } from "@offhook/contract";

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;
type Wire = Readonly<Record<string, unknown>>;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isObject = (value: unknown): value is Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTime: Check = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
const textsOnly: Check = (value) => isObject(value) && Object.values(value).every(isText);
const isSeen: Check = (value) => isObject(value) && (value.when === undefined || isText(value.when));

const DATA: Fields = { from: isText, head: isObject, react: Array.isArray };
const SUB: Fields = {
  user: isText,
  topic: isText,
  deleted: isText,
  created: isText,
  updated: isText,
  touched: isText,
  online: isFlag,
  seen: isSeen,
  defacs: textsOnly,
  acs: textsOnly,
  seq: isCount,
  read: isCount,
  recv: isCount,
  clear: isCount,
  subcnt: isCount,
};
const PRES: Fields = {
  src: isText,
  seq: isCount,
  clear: isCount,
  delseq: Array.isArray,
  tgt: isText,
  dacs: textsOnly,
};
const INFO: Fields = { src: isText, seq: isCount };
const META: Fields = { desc: isObject, sub: Array.isArray, del: isObject, id: isText };

/** What is of another kind than the protocol says is as good as not said. */
function kept(value: Wire, fields: Fields): Wire {
  if (Object.entries(fields).every(([name, isRight]) => value[name] === undefined || isRight(value[name])))
    return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, each]) => fields[name] === undefined || fields[name](each)),
  );
}

const isRange: Check = (value) =>
  isObject(value) && isCount(value.low) && (value.hi === undefined || isCount(value.hi));
const isReaction: Check = (value) =>
  isObject(value) && isText(value.val) && Array.isArray(value.users) && value.users.every(isText);

function readData(data: Wire): Wire | undefined {
  // Without topic and number it has no place anywhere.
  if (!isText(data.topic) || !isCount(data.seq)) return undefined;
  const read = kept(data, DATA);
  const react = Array.isArray(read.react) ? { react: read.react.filter(isReaction) } : {};
  return { ...read, ...react, ts: isTime(data.ts) ? data.ts : new Date(0).toISOString() };
}

function readMeta(meta: Wire): Wire | undefined {
  if (!isText(meta.topic)) return undefined;
  const { desc, sub, del, ...rest } = kept(meta, META);
  const { clear, delseq } = isObject(del) ? del : {};
  return {
    ...rest,
    ...(isObject(desc) ? { desc: kept(desc, SUB) } : {}),
    ...(Array.isArray(sub) ? { sub: sub.filter(isObject).map((each) => kept(each, SUB)) } : {}),
    ...(isCount(clear) && Array.isArray(delseq) ? { del: { clear, delseq: delseq.filter(isRange) } } : {}),
  };
}

function readPres(pres: Wire): Wire | undefined {
  if (!isText(pres.topic) || !isText(pres.what)) return undefined;
  const read = kept(pres, PRES);
  return Array.isArray(read.delseq) ? { ...read, delseq: read.delseq.filter(isRange) } : read;
}

function readInfo(info: Wire): Wire | undefined {
  return isText(info.topic) && isText(info.from) && isText(info.what) ? kept(info, INFO) : undefined;
}

function readCtrl(ctrl: Wire): Wire | undefined {
  return typeof ctrl.code === "number"
    ? kept(ctrl, { id: isText, topic: isText, params: isObject })
    : undefined;
}

const READERS: Readonly<Record<string, (part: Wire) => Wire | undefined>> = {
  ctrl: readCtrl,
  data: readData,
  meta: readMeta,
  pres: readPres,
  info: readInfo,
};

/**
 * A frame of the service as the rest of the chat may rely on it. Members of a topic and foreign clusters decide what is
 * in it: something that makes no sense must cost no more than itself.
 */
export function readFrame(text: string): ChatServerFrame | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(frame)) return undefined;
  for (const [name, read] of Object.entries(READERS)) {
    const part = frame[name];
    const known = isObject(part) ? read(part) : undefined;
    if (known) return { [name]: known } as unknown as ChatServerFrame;
  }
  return undefined;
}
