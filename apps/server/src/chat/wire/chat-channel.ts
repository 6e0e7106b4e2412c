import type { Clock } from "@offhook/kernel";
import type { FastifyInstance } from "fastify";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import type { ChatApiKeys } from "./chat-api-key.ts";
import { KEY_REQUIRED, sendCtrl, WRONG_METHOD } from "./chat-http.ts";
import { apiKeyOf } from "./chat-request.ts";

const PATH = "/v0/channels";

export const CHAT_CHANNEL_ROUTES: readonly InfrastructureRoute[] = [
  { url: PATH, access: "guarded", why: "only says what a request lacks to become a websocket" },
];

/** What a plain request at the address of the websocket is told, in the protocol's words. */
export function registerChatChannel(
  app: FastifyInstance,
  { keys, clock }: { readonly keys: ChatApiKeys; readonly clock: Clock },
): void {
  app.route({
    method: ["GET", "HEAD"],
    url: PATH,
    handler: async (request, reply) => {
      const isKnown = keys.isValid(apiKeyOf(request));
      return sendCtrl(reply, clock.now(), isKnown ? { code: 400, text: "malformed" } : KEY_REQUIRED);
    },
  });
  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE"],
    url: PATH,
    handler: async (_request, reply) => sendCtrl(reply, clock.now(), WRONG_METHOD),
  });
}
