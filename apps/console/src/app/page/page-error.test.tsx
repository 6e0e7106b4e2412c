import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectComplaint } from "../../testing/complaints.ts";
import { InLayout, PageError } from "./error-page.tsx";

let isBroken = false;

function Chat(): ReactNode {
  if (isBroken) throw new Error("broken");
  return <p>The chats</p>;
}

/** Stands for a running call. */
function Layout(): ReactNode {
  const [seconds, setSeconds] = useState(0);
  return (
    <InLayout value>
      <button type="button" onClick={() => setSeconds(seconds + 1)}>
        In a call for {seconds} s
      </button>
      <Outlet />
    </InLayout>
  );
}

function aRouter() {
  const root = createRootRoute({ component: Layout });
  const at = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  return createRouter({
    routeTree: root.addChildren([at("/teams", Chat), at("/calls", () => <p>The calls</p>)]),
    history: createMemoryHistory({ initialEntries: ["/teams"] }),
    defaultErrorComponent: PageError,
  });
}

test("[UNR7] an area that cannot be drawn leaves the call and the other areas alone, and can be tried again", async () => {
  expectComplaint(/broken|error/i);
  isBroken = true;
  const router = aRouter();
  await render(<RouterProvider router={router as never} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This page can't be displayed");
  await page.getByRole("button", { name: "In a call for 0 s" }).click();
  router.history.push("/calls");
  await expect.element(page.getByText("The calls")).toBeVisible();
  router.history.push("/teams");
  await expect.element(page.getByRole("alert")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("The chats")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "In a call for 1 s" })).toBeVisible();
});
