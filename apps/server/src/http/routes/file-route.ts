import type { Clock } from "@offhook/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ByteRange, isObjectKey, type ObjectStore } from "../../platform/files/object-store.ts";
import { parseByteRange } from "../../platform/files/object-store-range.ts";
import { isInlineType } from "../../platform/files/object-store-types.ts";
import { signFileUrl, verifyFileUrl } from "../../platform/files/object-store-urls.ts";
import type { InfrastructureRoute } from "./route-guard.ts";

const PATH = "/api/files";
const VALID_FOR_MS = 3_600_000;
const CACHE_SECONDS = VALID_FOR_MS / 1000;

export const FILE_ROUTES: readonly InfrastructureRoute[] = [
  {
    url: `${PATH}/:key`,
    access: "guarded",
    why: "answers addresses that this server has signed, for an hour or two",
  },
];

export interface FileRouteDeps {
  readonly objects: ObjectStore;
  readonly secret: Uint8Array;
  readonly clock: Clock;
}

/** Makes addresses of stored files. `name` is what a download is called. */
export function createFileUrls({
  secret,
  clock,
}: Omit<FileRouteDeps, "objects">): (key: string, name?: string) => string {
  return (key, name) =>
    signFileUrl({
      path: `${PATH}/${key}${name === undefined ? "" : `?name=${encodeName(name)}`}`,
      secret,
      now: clock.now(),
      validForMs: VALID_FOR_MS,
    });
}

/** Serves private files to whoever has a signed address: pictures and players cannot send an access token. */
export function registerFiles(app: FastifyInstance, { objects, secret, clock }: FileRouteDeps): void {
  app.route<{ Params: { key: string }; Querystring: { name?: string } }>({
    // Both by hand: the HEAD that Fastify makes of a GET opens the file only to count it.
    method: ["GET", "HEAD"],
    url: `${PATH}/:key`,
    handler: async (request, reply) => {
      const { key } = request.params;
      if (!isObjectKey(key) || !verifyFileUrl(request.url, { secret, now: clock.now() }))
        return refuse(reply, 403, "This address is not valid or has expired");
      const file = await objects.head(key);
      if (!file) return refuse(reply, 404, "Not found");
      setFileHeaders(reply, file.type, request.query.name);
      if (request.headers["if-none-match"] === `"${key}"`) return reply.code(304).send();
      reply.header("etag", `"${key}"`);

      const range = request.method === "GET" ? parseByteRange(rangeOf(request, key), file.size) : undefined;
      if (range === "unsatisfiable")
        return refuse(reply.header("content-range", `bytes */${file.size}`), 416, "There is no such part");
      if (request.method === "HEAD") return reply.header("content-length", String(file.size)).send();
      return sendFile(reply, objects, file, range);
    },
  });
}

/** A part of another version of the file would not fit; ours never change, so only the key can differ. */
function rangeOf(request: FastifyRequest, key: string): string | undefined {
  const condition = request.headers["if-range"];
  return condition === undefined || condition === `"${key}"` ? request.headers.range : undefined;
}

async function sendFile(
  reply: FastifyReply,
  objects: ObjectStore,
  file: { readonly key: string; readonly size: number },
  range: ByteRange | undefined,
): Promise<FastifyReply> {
  const content = await objects.get(file.key, range);
  if (!content) return refuse(reply, 404, "Not found");
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  const length = range ? range.end - range.start + 1 : file.size;
  return reply.header("content-length", String(length)).send(content.stream);
}

function setFileHeaders(reply: FastifyReply, type: string, name: string | undefined): void {
  const disposition = isInlineType(type) && name === undefined ? "inline" : "attachment";
  const fileName = name === undefined ? "" : `; filename*=UTF-8''${encodeName(name)}`;
  reply
    .header("content-type", type)
    .header("content-disposition", `${disposition}${fileName}`)
    .header("accept-ranges", "bytes")
    .header("cache-control", `private, max-age=${CACHE_SECONDS}, immutable`)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    // Whatever a file turns out to be, it can load nothing and run nothing.
    .header("content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'self'");
}

/** Also what `encodeURIComponent` leaves: browsers escape a quote in an address, headers need it (RFC 5987). */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function refuse(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-disposition", "inline")
    .type("text/plain; charset=utf-8")
    .send(text);
}
