import { alertsApi } from "./alerts/index.ts";
import { callsApi, pbxApi } from "./calls/index.ts";
import { contactsApi } from "./contacts/index.ts";
import { faxesApi, faxSendingApi } from "./faxes/index.ts";
import { messagesApi } from "./messages/index.ts";
import { notificationsApi } from "./notifications/index.ts";

import { pushApi } from "./push/index.ts";
import {
  dispatchApi,
  queueCallbacksApi,
  queueCallsApi,
  queueReportsApi,
  queuesApi,
  shiftsApi,
  supervisionApi,
  wallboardApi,
} from "./queues/index.ts";
import { searchApi } from "./search/index.ts";
import { sessionApi } from "./session/index.ts";
import { settingsApi } from "./settings/index.ts";
import { systemApi } from "./system/index.ts";
import { tasksApi } from "./tasks/index.ts";
import { teamsApi } from "./teams/index.ts";
import { greetingsApi, liveVoicemailsApi, voicemailBoxesApi, voicemailsApi } from "./voicemails/index.ts";

export * from "./alerts/index.ts";
export * from "./calls/index.ts";
export * from "./chat/index.ts";
export * from "./contacts/index.ts";
export * from "./define-api.ts";
export * from "./errors/index.ts";
export * from "./faxes/index.ts";
export * from "./messages/index.ts";
export * from "./notifications/index.ts";
export * from "./push/index.ts";
export * from "./push-events.ts";
export * from "./queues/index.ts";
export * from "./search/index.ts";
export * from "./session/index.ts";
export * from "./settings/index.ts";
export * from "./spoken-sentence.ts";
export * from "./system/index.ts";
export * from "./tasks/index.ts";
export * from "./teams/index.ts";
export * from "./unread/index.ts";
export * from "./voicemails/index.ts";
export * from "./wire-values.ts";

/** Every REST route of the product, by operation name. */
export const api = {
  ...systemApi,
  ...sessionApi,
  ...pushApi,
  ...settingsApi,
  ...callsApi,
  ...pbxApi,
  ...notificationsApi,
  ...queuesApi,
  ...queueCallsApi,
  ...supervisionApi,
  ...queueReportsApi,
  ...wallboardApi,
  ...shiftsApi,
  ...dispatchApi,
  ...queueCallbacksApi,
  ...messagesApi,
  ...contactsApi,
  ...voicemailsApi,
  ...voicemailBoxesApi,
  ...greetingsApi,
  ...liveVoicemailsApi,
  ...faxesApi,
  ...faxSendingApi,
  ...tasksApi,
  ...teamsApi,
  ...alertsApi,
  ...searchApi,
};
export type Api = typeof api;
