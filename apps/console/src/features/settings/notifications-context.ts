import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { WebNotifications } from "../../platform/web-notifications.ts";

const NotificationsContext = createServiceContext<WebNotifications>("WebNotifications");
export const NotificationsProvider = NotificationsContext.Provider;

export function useNotifications(): WebNotifications {
  return useService(NotificationsContext);
}
