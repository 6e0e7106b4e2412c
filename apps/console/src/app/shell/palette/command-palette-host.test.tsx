import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import type { ShellDialog } from "../shell-dialogs.tsx";
import { CommandPaletteHost } from "./command-palette-host.tsx";
import { SearchBox } from "./search-box.tsx";

const opened = vi.fn<(dialog: ShellDialog) => void>();

function Screen(): ReactNode {
  const [query, setQuery] = useState<string>();
  return (
    <main>
      <SearchBox onSearch={setQuery} />
      <textarea aria-label="Message" />
      <button type="button">A button</button>
      <CommandPaletteHost
        query={query}
        onSearch={setQuery}
        onClose={() => setQuery(undefined)}
        onOpenDialog={opened}
      />
    </main>
  );
}

async function openScreen() {
  opened.mockClear();
  const root = createRootRoute();
  const every = createRoute({ getParentRoute: () => root, path: "$", component: Screen });
  const router = createRouter({
    routeTree: root.addChildren([every]),
    history: createMemoryHistory({ initialEntries: ["/contacts"] }),
  });
  await renderSignedIn(<RouterProvider router={router as never} />);
  await expect.element(page.getByRole("button", { name: "A button" })).toBeVisible();
  return router;
}

const field = () => page.getByRole("combobox", { name: "Search" });
const focus = (name: string, role: "button" | "textbox" = "button"): void =>
  (page.getByRole(role, { name, exact: true }).element() as HTMLElement).focus();

test("Ctrl+K opens it from anywhere, closes it again and gives the focus back", async () => {
  await openScreen();
  focus("Message", "textbox");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox", { name: "Message" })).toHaveFocus();
});

test("what is typed before the field is there is not lost, nor does it land elsewhere", async () => {
  await openScreen();
  focus("Message", "textbox");
  await userEvent.keyboard("{Control>}k{/Control}fax");
  await expect.element(field()).toHaveValue("fax");
  await userEvent.keyboard("es");
  await expect.element(field()).toHaveValue("faxes");
  expect((document.querySelector("textarea") as HTMLTextAreaElement).value).toBe("");
});

test("Escape before it is there takes the wish back", async () => {
  await openScreen();
  focus("Message", "textbox");
  await userEvent.keyboard("{Control>}k{/Control}{Escape}");
  await expect.element(field()).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
});

test("what is typed into the box of the top bar goes on in the palette", async () => {
  const router = await openScreen();
  (page.getByRole("searchbox", { name: "Search" }).element() as HTMLElement).focus();
  await userEvent.keyboard("voicemail");
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue("voicemail");
  await userEvent.keyboard("{Enter}");
  expect(router.history.location.href).toBe("/voicemails");
});

test("? shows the shortcuts, but is a letter to whoever types", async () => {
  await openScreen();
  focus("Message", "textbox");
  await userEvent.keyboard("?");
  expect(opened).not.toHaveBeenCalled();
  focus("A button");
  await userEvent.keyboard("?");
  expect(opened).toHaveBeenCalledExactlyOnceWith("shortcuts");
});
