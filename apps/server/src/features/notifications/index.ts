export { createNotificationsFeature, type NotificationsFeature } from "./notifications-feature.ts";
