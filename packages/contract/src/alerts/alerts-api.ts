import { defineApi } from "../define-api.ts";
import { AdminAlertDismissal, AdminAlertEntry, AdminAlertList } from "./admin-alert.ts";

export const alertsApi = defineApi({
  listAdminAlerts: {
    method: "GET",
    path: "/admin/alerts",
    access: "administration",
    summary: "What the company's administrators were told of, newest first",
    result: AdminAlertList,
  },
  dismissAdminAlert: {
    method: "PUT",
    path: "/admin/alerts/dismiss",
    access: "administration",
    summary: "Put an alert aside, for every administrator",
    body: AdminAlertDismissal,
    result: AdminAlertEntry,
  },
  listToldAlerts: {
    method: "GET",
    path: "/alerts/told",
    access: "user",
    summary: "Alerts this user was told of without being an administrator, such as emergency calls",
    result: AdminAlertList,
  },
  dismissToldAlert: {
    method: "PUT",
    path: "/alerts/told/dismiss",
    access: "user",
    summary: "Put an alert aside that this user was told of, for everybody",
    body: AdminAlertDismissal,
    result: AdminAlertEntry,
  },
});
