import type { FastifyInstance } from "fastify";
import type { InfrastructureRoute } from "../../../http/routes/route-guard.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import {
  type ConversationDownloads,
  DOWNLOAD_PATH,
  type DownloadedConversation,
} from "./conversation-downloads.ts";

export const CONVERSATION_DOWNLOAD_ROUTES: readonly InfrastructureRoute[] = [
  {
    url: DOWNLOAD_PATH,
    access: "guarded",
    why: "answers addresses that this server has signed, for some minutes",
  },
];

/** A browser follows the address itself to save the file, and sends no token with it. */
export function registerConversationDownloads(app: FastifyInstance, downloads: ConversationDownloads): void {
  app.get(DOWNLOAD_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const file = await found(downloads, request.url);
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
    if (!file)
      return reply
        .code(403)
        .type("text/plain; charset=utf-8")
        .send("This address is not valid or has expired");
    return reply
      .header("content-disposition", `attachment; filename="${file.name}"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .type(file.type)
      .send(file.content);
  });
}

/** A user who may no longer read it learns no more than one who never could. */
async function found(
  downloads: ConversationDownloads,
  address: string,
): Promise<DownloadedConversation | undefined> {
  try {
    return await downloads.open(address);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
