import multipart, { type MultipartFile } from "@fastify/multipart";
import type { ChatHub, UserId } from "@offhook/chat";
import { type Clock, storableText } from "@offhook/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import { DomainError } from "../../platform/domain-error.ts";
import { isObjectKey, type ObjectStore, type StoredObject } from "../../platform/files/object-store.ts";
import { parseByteRange } from "../../platform/files/object-store-range.ts";
import { isInlineType } from "../../platform/files/object-store-types.ts";
import type { ServerChatAuthenticator } from "../sign-in/chat-authenticator.ts";
import type { ChatApiKeys } from "../wire/chat-api-key.ts";
import { type HttpCtrl, KEY_REQUIRED, sendCtrl, TOO_LARGE, WRONG_METHOD } from "../wire/chat-http.ts";
import { apiKeyOf, credentialsOf, queryOf } from "../wire/chat-request.ts";
import {
  type ChatFile,
  canReadChatFile,
  findChatFile,
  findColleaguePicture,
  insertChatFile,
} from "./chat-file-repository.ts";

const UPLOAD = "/v0/file/u";
const DOWNLOAD = "/v0/file/s";
/** Unused files are collected a day later; clients are told to use theirs before. */
const UNUSED_FOR_MS = 86_400_000;
const MAX_FIELD_BYTES = 8_000;

export const CHAT_FILE_ROUTES: readonly InfrastructureRoute[] = [
  { url: `${UPLOAD}/*`, access: "guarded", why: "needs the key of an application and a chat login" },
  { url: UPLOAD, access: "guarded", why: "needs the key of an application and a chat login" },
  {
    url: `${DOWNLOAD}/*`,
    access: "guarded",
    why: "needs the key of an application and a chat login that may read a topic the file stands in",
  },
];

export interface ChatFileDeps {
  readonly hub: ChatHub;
  readonly keys: ChatApiKeys;
  readonly authenticator: ServerChatAuthenticator;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly maxFileBytes: number;
}

export function registerChatFiles(app: FastifyInstance, deps: ChatFileDeps): void {
  const refuseMethod = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendCtrl(reply, deps.clock.now(), WRONG_METHOD);
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: deps.maxFileBytes, files: 1, fields: 16, fieldSize: MAX_FIELD_BYTES },
      throwFileSizeLimit: false,
    });
    for (const url of [UPLOAD, `${UPLOAD}/*`]) {
      scope.route({
        method: ["POST", "PUT"],
        url,
        // The multipart reader has its own limit for files; this one is for everything.
        bodyLimit: deps.maxFileBytes + 1024 * 1024,
        handler: (request, reply) => upload(deps, request, reply),
      });
      scope.route({ method: ["GET", "PATCH", "DELETE"], url, handler: refuseMethod });
    }
    const url = `${DOWNLOAD}/*`;
    scope.route<{ Params: { "*": string } }>({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => download(deps, request, request.params["*"], reply),
    });
    scope.route({ method: ["POST", "PUT", "PATCH", "DELETE"], url, handler: refuseMethod });
  });
}

type Answer = Pick<HttpCtrl, "code" | "text">;
const UNAUTHORIZED: Answer = { code: 401, text: "authentication required" };
const MALFORMED: Answer = { code: 400, text: "malformed" };

interface Fields {
  readonly id?: string;
  readonly apikey?: string;
  readonly auth?: string;
  readonly secret?: string;
}

async function upload(
  deps: ChatFileDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let fields: Fields = {};
  let outcome: HttpCtrl | undefined;
  try {
    for await (const part of request.isMultipart() ? request.parts() : []) {
      if (part.type === "file") outcome = await takeFile(deps, request, fields, part);
      else if (typeof part.value === "string") fields = { ...fields, [part.fieldname]: part.value };
      // What is refused is not read to its end; behind what is kept its id may follow.
      if (outcome && outcome.code >= 400) break;
    }
  } catch (failure) {
    if (!isClientFault(failure)) throw failure;
  }
  outcome ??= await refusalOf(deps, request, fields);
  return sendCtrl(reply, deps.clock.now(), { ...outcome, id: fields.id });
}

/** Of a request without a file: it is authenticated first all the same. */
async function refusalOf(deps: ChatFileDeps, request: FastifyRequest, fields: Fields): Promise<Answer> {
  if (!deps.keys.isValid(apiKeyOf(request, fields.apikey))) return KEY_REQUIRED;
  const user = await userOf(deps, request, fields);
  return typeof user === "string" ? MALFORMED : user;
}

/** Authenticates first, or anybody could fill the disk. */
async function takeFile(
  deps: ChatFileDeps,
  request: FastifyRequest,
  fields: Fields,
  part: MultipartFile,
): Promise<HttpCtrl> {
  const user = deps.keys.isValid(apiKeyOf(request, fields.apikey))
    ? await userOf(deps, request, fields)
    : KEY_REQUIRED;
  if (typeof user === "string" && part.fieldname === "file") return storeUpload(deps, user, part);
  part.file.resume();
  return typeof user === "string" ? MALFORMED : user;
}

async function storeUpload(
  { database, objects, clock, maxFileBytes }: ChatFileDeps,
  uploader: UserId,
  { file: content, filename = "", mimetype }: MultipartFile,
): Promise<HttpCtrl> {
  let stored: StoredObject;
  try {
    stored = await objects.put(content, { maxBytes: maxFileBytes });
  } catch (failure) {
    if (failure instanceof DomainError && failure.kind === "tooLarge") return TOO_LARGE;
    throw failure;
  }
  // The reader ends a file that is too large where the limit is, as if it were whole.
  if (content.truncated) {
    await objects.delete(stored.key);
    return TOO_LARGE;
  }
  const { key, size } = stored;
  const type = typeOf(stored.type, mimetype);
  const at = clock.now();
  const file: ChatFile = { key, type, size, uploader, name: storableText(filename, 255) };
  await insertChatFile(database.query, file, at);
  const url = `${DOWNLOAD}/${key}${extensionOf(file)}`;
  return { code: 200, text: "ok", params: { url, expires: new Date(at + UNUSED_FOR_MS).toISOString() } };
}

/** What the first bytes say; where they say nothing, what the client says. */
function typeOf(seen: string, claimed: string): string {
  return seen === "application/octet-stream" && isClaimable(claimed) ? claimed.toLowerCase() : seen;
}

/** Nothing that a browser would show or run: what is shown must be seen in the bytes. */
function isClaimable(type: string): boolean {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) && !isInlineType(type) && !/html|xml|script/i.test(type);
}

/** Of types that clients send without a name, as the recordings and pasted pictures of theirs. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": ".pdf",
  "application/zip": ".zip",
  "audio/mpeg": ".mp3",
  "audio/ogg": ".ogg",
  "audio/wav": ".wav",
  "image/gif": ".gif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "text/plain": ".txt",
  "video/mp4": ".mp4",
  "video/webm": ".webm",
};

/** Only for the eye: what a file is, its content says. */
function extensionOf({ name, type }: ChatFile): string {
  const [essence = ""] = type.split(";");
  return /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0].toLowerCase() ?? EXTENSIONS[essence.trim()] ?? "";
}

async function download(
  deps: ChatFileDeps,
  request: FastifyRequest,
  name: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { keys, database, objects, clock } = deps;
  const answer = (ctrl: Answer): FastifyReply => sendCtrl(reply, clock.now(), ctrl);
  if (!keys.isValid(apiKeyOf(request))) return answer(KEY_REQUIRED);
  const user = await userOf(deps, request, {});
  if (typeof user !== "string") return answer(user);
  const key = name.split(".", 1)[0] ?? "";
  const file = isObjectKey(key) ? await readableFile(database, key, user) : undefined;
  if (!file) return answer({ code: 404, text: "not found" });
  if (file === "forbidden") return answer({ code: 403, text: "permission denied" });
  if (request.headers["if-none-match"] === `"${key}"`) return reply.code(304).send();
  setHeaders(reply, file, /^(1|t|true)$/i.test(queryOf(request).get("asatt") ?? ""));
  const range = request.method === "GET" ? parseByteRange(request.headers.range, file.size) : undefined;
  if (range === "unsatisfiable")
    return reply.code(416).header("content-range", `bytes */${file.size}`).send();
  if (request.method === "HEAD") return reply.header("content-length", String(file.size)).send();
  const content = await objects.get(key, range);
  if (!content) return answer({ code: 404, text: "not found" });
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header("content-length", String(range ? range.end - range.start + 1 : file.size));
  return reply.send(content.stream);
}

async function readableFile(
  { query }: Pick<Database, "query">,
  key: string,
  user: UserId,
): Promise<ChatFile | "forbidden" | undefined> {
  const file = await findChatFile(query, key);
  if (!file) return findColleaguePicture(query, key, user);
  return (await canReadChatFile(query, key, user)) ? file : "forbidden";
}

function setHeaders(reply: FastifyReply, { key, type, name }: ChatFile, asAttachment: boolean): void {
  const isShown = isInlineType(type) && !type.startsWith("text/") && !asAttachment;
  const fileName = name === "" ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  reply
    .header("content-type", type)
    .header("content-disposition", `${isShown ? "inline" : "attachment"}${fileName}`)
    .header("accept-ranges", "bytes")
    .header("etag", `"${key}"`)
    .header("cache-control", "private, max-age=86400, immutable")
    .header("x-content-type-options", "nosniff")
    .header("access-control-allow-origin", "*")
    .header("content-security-policy", "default-src 'none'; sandbox");
}

/** The user who asks: by a login of this request, or by a session that is open. */
async function userOf(
  { hub, authenticator }: ChatFileDeps,
  request: FastifyRequest,
  fields: Fields,
): Promise<UserId | Answer> {
  const sid = queryOf(request).get("sid");
  const open = sid === null ? undefined : hub.sessionOf(sid)?.user;
  if (open) return open.id;
  const given = credentialsOf(request, fields);
  if (!given) return UNAUTHORIZED;
  const outcome = await authenticator.login(given.scheme, given.secret, []);
  switch (outcome.kind) {
    case "ok":
      return outcome.identity.missing.length === 0 ? outcome.identity.user : UNAUTHORIZED;
    case "malformed":
      return MALFORMED;
    case "forbidden":
      return { code: 403, text: "permission denied" };
    default:
      return UNAUTHORIZED;
  }
}

function isClientFault(failure: unknown): boolean {
  const status = (failure as { readonly statusCode?: unknown }).statusCode;
  if (typeof status === "number") return status < 500;
  return failure instanceof Error && /multipart|unexpected end|boundary|premature/i.test(failure.message);
}
