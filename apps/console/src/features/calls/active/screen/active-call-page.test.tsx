import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderCalls } from "../../testing/render-calls.tsx";
import { aTalk, ScriptedPhone } from "../../testing/scripted-phone.ts";
import { CallDialogHost } from "../dialogs/call-dialog-host.tsx";
import { ActiveCallPage } from "./active-call-page.tsx";

async function open(scripted: ScriptedPhone) {
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: "/calls/active/$id", component: ActiveCallPage }),
    createRoute({ getParentRoute: () => root, path: "/calls/new", component: () => "The dial pad" }),
  ]);
  const history = createMemoryHistory({ initialEntries: ["/calls/active/call-1"] });
  const router = createRouter({ routeTree, history });
  return renderCalls(
    <>
      <RouterProvider router={router as never} />
      <CallDialogHost onCall={() => {}} />
    </>,
    { scripted },
  );
}

test("a call that is over is shown for a moment, then comes the next one or the dial pad", async () => {
  const { phone, clock } = await open(new ScriptedPhone({ calls: [aTalk()] }));
  await expect.element(page.getByRole("button", { name: "Mute" })).toBeVisible();
  phone.show();
  await expect.element(page.getByText("Call ended")).toBeVisible();
  clock.advance(1_200);
  await expect.element(page.getByText("The dial pad")).toBeVisible();
});

test("a call that was over before its screen was built leads to the dial pad by itself", async () => {
  const { clock } = await open(new ScriptedPhone());
  await expect.element(page.getByText("This call has ended.")).toBeVisible();
  clock.advance(4_000);
  await expect.element(page.getByText("The dial pad")).toBeVisible();
});
