import type { tasksApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { TaskService } from "./task-service.ts";

export function taskRoutes(tasks: TaskService): Handlers<typeof tasksApi> {
  return {
    listTasks: ({ actor, query }) => tasks.list(actor, query),
    getTaskCounts: ({ actor }) => tasks.count(actor),
    getTask: ({ actor, query }) => tasks.read(actor, query.task_id),
    getConversationTask: ({ actor, query }) => tasks.ofConversation(actor, query),
    createConversationTask: ({ actor, body: { conversation, ...body } }) =>
      tasks.create(actor, { ...body, source: "sms", source_id: conversation }),
    updateConversationTask: ({ actor, body }) => tasks.update(actor, body),
    deleteConversationTask: ({ actor, query }) => tasks.remove(actor, query),
    getSourceTask: ({ actor, query }) => tasks.ofSource(actor, query),
    listTaskPeople: ({ actor, query }) => tasks.people(actor, query),
    createTask: ({ actor, body }) => tasks.create(actor, body),
    updateTask: ({ actor, body }) => tasks.update(actor, body),
    deleteTask: ({ actor, query }) => tasks.remove(actor, query),
  };
}
