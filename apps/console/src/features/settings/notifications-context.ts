import type { WebNotifications } from "../../platform/notifications/web-notifications.ts";
import { createServiceContext, useService } from "../../platform/service-context.ts";

const NotificationsContext = createServiceContext<WebNotifications>("WebNotifications");
export const NotificationsProvider = NotificationsContext.Provider;

export function useNotifications(): WebNotifications {
  return useService(NotificationsContext);
}
