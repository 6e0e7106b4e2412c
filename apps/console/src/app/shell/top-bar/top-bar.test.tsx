import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { TopBar } from "./top-bar.tsx";

test("the way to the tasks is in the top bar, whatever the navigation shows", async () => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <TopBar onOpenDialog={() => {}} onSearch={() => {}} />,
      notFoundComponent: () => null,
    }),
    history: createMemoryHistory({ initialEntries: ["/calls/new"] }),
  });
  await renderSignedIn(<RouterProvider router={router} />);
  const tasks = page.getByRole("link", { name: "Tasks" });
  await expect.element(tasks).toHaveAttribute("href", "/tasks");
  await tasks.click();
  await expect.poll(() => router.state.location.pathname).toBe("/tasks");
});
