import {
  type ChatAcc,
  type ChatDel,
  ChatExtra,
  type ChatGet,
  type ChatHi,
  type ChatLeave,
  type ChatLogin,
  type ChatNote,
  type ChatPub,
  type ChatSet,
  type ChatSub,
  type ChatVerb,
  chatClientFrames,
} from "@offhook/contract";
import type { RequestName } from "../wire/request-name.ts";

interface ChatRequests {
  readonly hi: ChatHi;
  readonly acc: ChatAcc;
  readonly login: ChatLogin;
  readonly sub: ChatSub;
  readonly leave: ChatLeave;
  readonly pub: ChatPub;
  readonly get: ChatGet;
  readonly set: ChatSet;
  readonly del: ChatDel;
  readonly note: ChatNote;
}

export type ClientFrame = {
  [Verb in ChatVerb]: {
    readonly verb: Verb;
    readonly body: ChatRequests[Verb];
    readonly extra: ChatExtra | undefined;
  };
}[ChatVerb];

export type ReadFrame = ClientFrame | { readonly verb: undefined; readonly request: RequestName };

/** Deeper than any message of a client; what is deeper is made to break whoever walks through it. */
const MAX_DEPTH = 32;

const UNREADABLE: ReadFrame = { verb: undefined, request: {} };

/** One message of a client; without a verb when it cannot be understood, with what is needed to say so. */
export function readClientFrame(text: string): ReadFrame {
  const parsed = parseJson(text);
  if (typeof parsed !== "object" || parsed === null) return UNREADABLE;
  const message = parsed as Readonly<Record<string, unknown>>;
  const verbs = Object.keys(chatClientFrames).filter((key) => Object.hasOwn(message, key)) as ChatVerb[];
  const [verb] = verbs;
  if (verb === undefined || verbs.length > 1) return UNREADABLE;
  if (depthOf(text) > MAX_DEPTH) return { verb: undefined, request: requestName(message[verb]) };
  const body = chatClientFrames[verb].safeParse(withoutNulls(message[verb]));
  const extra = ChatExtra.optional().safeParse(withoutNulls(message.extra ?? undefined));
  if (body.success && extra.success) return { verb, body: body.data, extra: extra.data } as ClientFrame;
  // Clients of the protocol get no id back when their secret spoils the frame: the whole of it was unreadable.
  const isSecretBroken =
    body.error?.issues.some((issue) => issue.path[0] === "secret" || issue.path[0] === "tmpsecret") ?? false;
  return isSecretBroken ? UNREADABLE : { verb: undefined, request: requestName(message[verb]) };
}

/** Values that belong to the client: whatever stands inside them is kept as it is. */
const CLIENTS_OWN = new Set(["content", "head", "public", "private", "trusted", "aux", "payload", "params"]);

/** Some clients write null for what others leave out; only a message may be null itself. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const parts = Object.entries(value).filter(([key, part]) => part !== null || key === "content");
  return Object.fromEntries(
    parts.map(([key, part]) => [key, CLIENTS_OWN.has(key) ? part : withoutNulls(part)]),
  );
}

/** How many brackets are open at most. Of a text that is JSON, in one go and without a call for each. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === "}" || character === "]") depth -= 1;
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestName(body: unknown): RequestName {
  if (typeof body !== "object" || body === null) return {};
  const { id, topic } = body as Readonly<Record<string, unknown>>;
  return {
    id: typeof id === "string" ? id : undefined,
    topic: typeof topic === "string" ? topic : undefined,
  };
}
