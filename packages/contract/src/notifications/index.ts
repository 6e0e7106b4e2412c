export { notificationsApi, PushNotice, PushSubscriptionInput } from "./notifications-api.ts";
