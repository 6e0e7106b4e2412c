import { alertEvents } from "./alerts/index.ts";
import { callEvents, callHistoryEvents, pbxEvents } from "./calls/index.ts";
import { contactEvents, presenceEvents } from "./contacts/index.ts";
import { faxEvents } from "./faxes/index.ts";
import { smsEvents, unreadEvents } from "./messages/index.ts";

import type { EventOf } from "./push/index.ts";
import { queueEvents, shiftEvents } from "./queues/index.ts";
import { sessionEvents } from "./session/index.ts";
import { settingsEvents } from "./settings/index.ts";
import { taskEvents } from "./tasks/index.ts";
import { voicemailEvents } from "./voicemails/index.ts";

/** Every event the server tells its clients of, by type. */
export const pushEvents = {
  ...sessionEvents,
  ...settingsEvents,
  ...callEvents,
  ...callHistoryEvents,
  ...pbxEvents,
  ...queueEvents,
  ...shiftEvents,
  ...smsEvents,
  ...unreadEvents,
  ...contactEvents,
  ...presenceEvents,
  ...voicemailEvents,
  ...faxEvents,
  ...taskEvents,
  ...alertEvents,
};
export type PushEvents = typeof pushEvents;
export type PushEventType = keyof PushEvents;
export type PushEventOf<Type extends PushEventType> = EventOf<PushEvents, Type>;
export type PushEvent = PushEventOf<PushEventType>;
