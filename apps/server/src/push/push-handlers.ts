import { channelName, type pushApi } from "@offhook/contract";
import type { Handlers } from "../http/routes/handlers.ts";
import type { ChannelDirectory } from "./push-ports.ts";
import type { PushTickets } from "./sockets/push-tickets.ts";

export interface PushHandlersDeps {
  readonly directory: ChannelDirectory;
  readonly tickets: PushTickets;
  readonly appKey: string;
}

export function pushHandlers({ directory, tickets, appKey }: PushHandlersDeps): Handlers<typeof pushApi> {
  return {
    pushLogin: async ({ actor, body }) => {
      const { ticket, expiresAt } = tickets.issue(actor.sessionId);
      return {
        subcribe_key: appKey,
        subscribe_key: appKey,
        // Clients publish by calling the REST service, never by writing to a channel.
        publish_key: "",
        auth: ticket,
        uuid: body.uuid,
        channels: await directory.channelsOf(actor),
        chat: channelName("user", actor.userId),
        customer_chat: channelName("customer", actor.customerId),
        expire: expiresAt,
      };
    },
  };
}
