import type { notificationsApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import { DomainError } from "../../platform/domain-error.ts";
import type { DeclinedCall, DeclineTickets } from "./decline-tickets.ts";
import type { PushServiceClient } from "./push-service-client.ts";
import type { PushSubscriptions } from "./push-subscriptions.ts";

export interface NotificationRoutesDeps {
  readonly client: Pick<PushServiceClient, "publicKey">;
  readonly subscriptions: PushSubscriptions;
  readonly tickets: DeclineTickets;
  /** False where the call does not ring there any more. */
  readonly decline: (call: DeclinedCall) => boolean;
}

const ticketInvalid = (): DomainError =>
  new DomainError("forbidden", "notifications.ticket", "This notification is too old to act on.");

export function notificationRoutes(deps: NotificationRoutesDeps): Handlers<typeof notificationsApi> {
  const { client, subscriptions, tickets, decline } = deps;
  return {
    getPushKey: async ({ actor }) => ({
      key: client.publicKey,
      subscribed: await subscriptions.isSubscribed(actor),
    }),
    subscribeToPush: async ({ actor, body }) => {
      await subscriptions.subscribe(actor, body);
      return {};
    },
    unsubscribeFromPush: async ({ actor }) => {
      await subscriptions.unsubscribe(actor);
      return {};
    },
    declineFromPush: async ({ body }) => {
      const call = tickets.read(body.ticket);
      if (!call) throw ticketInvalid();
      // A call that is over, or was answered elsewhere, needs no decline.
      decline(call);
      return {};
    },
  };
}
