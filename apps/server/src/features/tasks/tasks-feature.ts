import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import type { TimelineSource } from "../contacts/index.ts";
import { createTaskReminders } from "./notices/task-reminders.ts";
import { callTaskSource } from "./sources/call-source.ts";
import { chatTaskSource } from "./sources/chat-source.ts";
import { faxTaskSource } from "./sources/fax-source.ts";
import { ownTaskSource } from "./sources/own-source.ts";
import { smsTaskSource } from "./sources/sms-source.ts";
import { TaskSources } from "./sources/task-sources.ts";
import { voicemailTaskSource } from "./sources/voicemail-source.ts";
import { taskRoutes } from "./task-routes.ts";
import { TaskService } from "./task-service.ts";
import { createTaskTimeline } from "./task-timeline.ts";

export interface TasksFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  /** The channels a user may hear: users who hear a line see its tasks. */
  readonly channelsOf: (actor: Actor) => Promise<readonly string[]>;
}

export interface TasksFeature {
  readonly handlers: ReturnType<typeof taskRoutes>;
  readonly timeline: TimelineSource;
  readonly service: Pick<TaskService, "people" | "create" | "update">;
  /** Users see the tasks of what they see: whose channels they hear. */
  readonly channelsOf: (actor: Actor) => Promise<readonly string[]>;
  start(): void;
  close(): Promise<void>;
}

/** What can have tasks. A feature adds its own things here. */
const SOURCES = [
  smsTaskSource,
  voicemailTaskSource,
  faxTaskSource,
  callTaskSource,
  chatTaskSource,
  ownTaskSource,
];

export function createTasksFeature(deps: TasksFeatureDeps): TasksFeature {
  const sources = new TaskSources(SOURCES);
  const channelsOf = async (actor: Actor): Promise<readonly string[]> => [
    ...(await deps.channelsOf(actor)),
    ...(await sources.channelsOf(deps.database.query, actor)),
  ];
  const reminders = createTaskReminders({ ...deps, sources });
  const tasks = new TaskService({
    ...deps,
    sources,
    channelsOf,
    onReminderSet: () => reminders.wake(),
  });
  return {
    handlers: taskRoutes(tasks),
    service: tasks,
    channelsOf,
    timeline: createTaskTimeline({ ...deps, channelsOf }),
    start: () => reminders.start(),
    close: () => reminders.close(),
  };
}
