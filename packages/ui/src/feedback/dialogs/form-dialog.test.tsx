import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createEmojiMemory, EmojiButton } from "../../emoji/index.ts";
import { renderThemed } from "../../testing/render-themed.tsx";
import { ConfirmProvider } from "./confirm.tsx";
import { FormDialog } from "./form-dialog.tsx";

const memory = createEmojiMemory({ getItem: () => null, setItem: () => {} });

function Note({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState("As it was");
  return (
    <FormDialog opened onClose={onClose} title="Note">
      <EmojiButton memory={memory} onPick={() => {}} />
      <TextInput
        label="Text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput label="Find" type="search" />
      <Button onClick={onClose}>Cancel</Button>
    </FormDialog>
  );
}

async function open() {
  const onClose = vi.fn();
  await renderThemed(
    <ConfirmProvider doNotShow={{ has: () => false, remember: () => {} }}>
      <Note onClose={onClose} />
    </ConfirmProvider>,
  );
  await expect.element(field()).toHaveFocus();
  return onClose;
}

const field = () => page.getByRole("textbox", { name: "Text" });
const question = () => page.getByRole("dialog", { name: "Discard your changes?" });

test("[DLG1] Escape asks before it drops what was typed, and Escape in the question keeps it", async () => {
  const onClose = await open();
  await field().fill("As it is");
  await userEvent.keyboard("{Escape}");
  await expect.element(question().getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(field()).toHaveValue("As it is");
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Close" }).click();
  await question().getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("[DLG1] nothing typed, nothing but a search, or put back: nobody is asked", async () => {
  const onClose = await open();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await field().fill("Else");
  await field().fill("As it was");
  await page.getByRole("searchbox", { name: "Find" }).fill("words");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(2);
});

test("[DLG1] the dialog's own button does not ask", async () => {
  const onClose = await open();
  await field().fill("Else");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("[DLG2] Escape in the emoji picker closes the picker alone", async () => {
  const onClose = await open();
  await field().fill("At the dentist");
  await page.getByRole("button", { name: "Pick your emoji..." }).click();
  await expect.element(page.getByRole("searchbox", { name: "Search emoji" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("searchbox", { name: "Search emoji" })).not.toBeInTheDocument();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(field()).toHaveValue("At the dentist");
  expect(onClose).not.toHaveBeenCalled();
});

function Opener(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ConfirmProvider doNotShow={{ has: () => false, remember: () => {} }}>
      <Button onClick={() => setIsOpen(true)}>Write a note</Button>
      {isOpen && <Note onClose={() => setIsOpen(false)} />}
    </ConfirmProvider>
  );
}

test("[FOC1] a dialog that is gone gives the focus back to what opened it", async () => {
  await renderThemed(<Opener />);
  const opener = page.getByRole("button", { name: "Write a note" });
  const leaving = [
    () => userEvent.keyboard("{Escape}"),
    () => page.getByRole("button", { name: "Cancel" }).click(),
  ];
  for (const leave of leaving) {
    await opener.click();
    await expect.element(field()).toHaveFocus();
    await leave();
    await expect.element(field()).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});
