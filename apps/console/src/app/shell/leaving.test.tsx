import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderCalls } from "../../features/calls/testing/render-calls.tsx";
import { aTalk, ScriptedPhone } from "../../features/calls/testing/scripted-phone.ts";
import { useSessionState } from "../../features/session/index.ts";
import { createAreaRouter } from "../../testing/area-router.tsx";
import { useRunCommand } from "./palette/command-palette-run.ts";
import { type ShellDialog, ShellDialogs } from "./shell-dialogs.tsx";
import { AccountMenu } from "./top-bar/account-menu.tsx";

const nowhere = (): void => {};
const places = { onGo: nowhere, onOpenDialog: nowhere, onSearch: nowhere };

function SignOutCommand() {
  const run = useRunCommand(places);
  return (
    <button type="button" onClick={() => run({ kind: "signOut" })}>
      Run sign out
    </button>
  );
}

function Host() {
  const [open, setOpen] = useState<ShellDialog>();
  const isSignedIn = useSessionState(({ loggedIn }) => loggedIn);
  if (!isSignedIn) return null;
  return (
    <>
      <AccountMenu onOpen={setOpen} />
      <SignOutCommand />
      <ShellDialogs open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

async function sit(...calls: readonly ReturnType<typeof aTalk>[]) {
  const router = createAreaRouter({ path: "/sit", name: "calls", component: Host, pages: [] }, "/sit");
  const scripted = new ScriptedPhone({ calls });
  return renderCalls(<RouterProvider router={router as never} />, {
    scripted,
    prepare: (service) => service.on("POST /logout", () => ({ result: {} })),
  });
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const choose = async (item: string): Promise<void> => {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test.each([
  ["the menu", () => choose("Sign out")],
  ["the palette", () => button("Run sign out").click()],
])("[CALL10] signing out in a call asks first, from %s", async (_where, start) => {
  const { session } = await sit(aTalk());
  const question = dialog("Sign out during a call?");
  await start();
  await expect.element(question).toHaveTextContent("You are on a call. Signing out hangs it up.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(session.state.getState().loggedIn).toBe(true);
  await start();
  await button("Hang up and sign out").click();
  await expect.poll(() => session.state.getState().loggedIn).toBe(false);
});

test("[CALL10] so does another account; without a call nobody is asked", async () => {
  const { phone, session } = await sit(aTalk({ place: "elsewhere" }));
  await session.reloadProfile();
  await choose("Switch accounts");
  await button("Add another account").click();
  const question = dialog("Switch accounts during a call?");
  await expect
    .element(question)
    .toHaveTextContent(/^.*You are on a call in another tab or on another device/);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(session.state.getState().loggedIn).toBe(true);
  phone.show();
  await button("Add another account").click();
  await expect.poll(() => session.state.getState().loggedIn).toBe(false);
});
