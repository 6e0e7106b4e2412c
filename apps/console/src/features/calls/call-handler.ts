import type { UserSettings } from "@offhook/contract";

type Handling = Pick<UserSettings, "liveCallHandler" | "yealinkIntegration">;

/** Where calls are placed and answered. A Yealink phone on the desk takes them before anything in the browser does. */
export function callHandlerOf(settings: Handling): UserSettings["liveCallHandler"]["value"] {
  return settings.yealinkIntegration ? "other" : settings.liveCallHandler.value;
}
