import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { aPerson } from "../../../testing/builders.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { answerTasks } from "../testing/render-tasks.tsx";
import { aTask } from "../testing/tasks.ts";
import { TaskActions } from "./task-actions.tsx";
import type { TaskGlance } from "./task-glance.ts";

const source = { source: "sms", source_id: "12125550177", sms_line: "12125550110" } as const;

async function renderActions(task: TaskGlance | null) {
  const root = createRootRoute({ component: () => <TaskActions source={source} task={task} /> });
  const tasks = createRoute({ getParentRoute: () => root, path: "/tasks/$id", component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([tasks]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  return renderSignedIn(<RouterProvider router={router as never} />, {
    people: [aPerson(1, "Maya Okafor"), aPerson(2, "Dev Patel")],
    prepare: (service) => {
      answerTasks(service, [aTask({ id: 7 })]);
      service.on("POST /task", ({ body }) => {
        const { assigned_to } = body as { assigned_to: number };
        return { result: aTask({ id: 7, assigned_to, assignedToName: "Dev Patel" }) };
      });
    },
  });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("[TSK95] without a task, choosing somebody makes one, which is then resolved and opened again", async () => {
  const { service } = await renderActions(null);
  await expect.element(button("Resolve")).not.toBeInTheDocument();
  await button("Assign").click();
  await page.getByRole("menuitem", { name: /Dev Patel/ }).click();
  await expect.element(button("Assigned to: Dev Patel")).toBeVisible();
  expect(service.requestsTo("POST /task")[0]?.body).toEqual({
    ...source,
    uuid: expect.stringMatching(/^[\da-f-]{36}$/),
    assigned_to: 2,
  });
  await button("Resolve").click();
  await expect.element(button("Reopen")).toBeVisible();
  await button("Reopen").click();
  await expect.element(button("Resolve")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Open the task" })).toHaveAttribute("href", "/tasks/7");
});
