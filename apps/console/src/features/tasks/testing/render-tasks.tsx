import type { ListedTask, Task, TaskUpdate } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { createAreaRouter, type TestArea } from "../../../testing/area-router.tsx";
import { aPerson } from "../../../testing/builders.ts";
import type { FakeService } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { TaskPage } from "../detail/task-page.tsx";
import { belongsIn, compareTasks, type TaskView } from "../store/task-lists.ts";
import { NoTaskChosen, TasksArea } from "../tasks-area.tsx";
import { aTask, NOW_S, taskDetails } from "./tasks.ts";

export interface RenderTasksOptions extends SignedInOptions {
  readonly path?: string;
}

const MAYA = 1;
const NAMES: Readonly<Record<number, string>> = { 1: "Maya Okafor", 2: "Dev Patel", 3: "Ines Duarte" };

const AREA: TestArea = {
  path: "/tasks",
  name: "tasks",
  component: TasksArea,
  pages: [
    { path: "/", name: "tasks", component: NoTaskChosen },
    { path: "/$id", name: "tasks-id", component: TaskPage },
  ],
};

/** A service that holds these tasks and changes them as the real one. */
export function answerTasks(service: FakeService, given: readonly ListedTask[]): ListedTask[] {
  const tasks = [...given];
  const find = (id: unknown): number => tasks.findIndex((task) => task.id === Number(id));
  const gone = { status: 404, error: { code: "tasks.notFound" as const, message: "Not there" } };
  service
    .on("GET /tasks", ({ query }) => {
      const view = { filter: query.filter ?? "all", status: query.status ?? "new" } as TaskView;
      const shown = tasks.filter((task) => belongsIn(task, view, MAYA)).sort(compareTasks);
      return { result: { tasks: shown, next: null } };
    })
    .on("GET /tasks/counts", () => {
      const open = tasks.filter(({ status }) => status === "new");
      return {
        result: {
          mine: open.filter(({ assigned_to }) => assigned_to === MAYA).length,
          unassigned: open.filter(({ assigned_to }) => assigned_to === null).length,
          all: open.length,
          overdue: open.filter(({ due_on }) => due_on !== null && due_on < NOW_S).length,
        },
      };
    })
    .on("GET /task", ({ query }) => {
      const task = tasks[find(query.task_id)];
      return task ? { result: taskDetails(task) } : gone;
    })
    .on("POST /task", ({ body }) => {
      const given = body as Pick<Task, "uuid" | "source" | "source_id" | "assigned_to" | "note">;
      const preview = { number: "", name: "", line: "", text: "", time: null, to: "" };
      const made = {
        ...aTask({ id: 900 + tasks.length, preview }),
        ...given,
        assignedToName: NAMES[given.assigned_to ?? 0] ?? "",
      };
      tasks.push(made);
      return { result: made };
    })
    .on("GET /task/people", () => ({ result: { user_ids: [MAYA, 2, 3] } }))
    .on("PUT /task", ({ body }) => {
      const { task_id, resolved_by, ...change } = body as TaskUpdate;
      const task = tasks[find(task_id)];
      if (!task) return gone;
      const status: Task["status"] =
        resolved_by === undefined ? (change.status ?? task.status) : resolved_by === null ? "new" : "done";
      const assignee = change.assigned_to === undefined ? task.assigned_to : change.assigned_to;
      const changed = {
        ...task,
        ...change,
        status,
        resolved_by: status === "done" ? MAYA : null,
        assignedToName: NAMES[assignee ?? 0] ?? "",
      } as ListedTask;
      tasks[find(task_id)] = changed;
      const { preview: _, ...result } = changed;
      return { result };
    })
    .on("DELETE /task", ({ query }) => {
      const task = tasks[find(query.task_id)];
      if (!task) return gone;
      const deleted: ListedTask = { ...task, status: "deleted" };
      tasks[find(query.task_id)] = deleted;
      return { result: { task: deleted, current: null } };
    });
  return tasks;
}

/** The area of tasks over a service that holds these, with two colleagues. */
export async function renderTasks(given: readonly ListedTask[], options: RenderTasksOptions = {}) {
  const router = createAreaRouter(AREA, options.path ?? "/tasks");
  const rendered = await renderSignedIn(<RouterProvider router={router as never} />, {
    people: [
      aPerson(MAYA, "Maya Okafor", { presence: 1 }),
      aPerson(2, "Dev Patel", { presence: 1 }),
      aPerson(3, "Ines Duarte", { presence: 0 }),
    ],
    ...options,
    prepare: (service, tab) => {
      answerTasks(service, given);
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, router };
}
