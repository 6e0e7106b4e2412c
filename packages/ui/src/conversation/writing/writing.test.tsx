import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { AttachmentTray } from "./attachment-tray.tsx";
import { AttachButton, ComposerBox } from "./composer-box.tsx";
import { WritingField } from "./writing-field.tsx";

const PEOPLE = ["J.R. Miller", "Dev Patel", "Deborah Kim"].map((name, id) => ({ id, name }));
const people = () => PEOPLE;

interface Given {
  readonly onSubmit?: () => void;
  readonly onEscape?: () => void;
  readonly onFiles?: (files: readonly File[]) => void;
}

function Writing({ onSubmit = () => {}, onEscape = () => {}, onFiles = () => {} }: Given): ReactNode {
  const [typed, setTyped] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const add = (added: readonly File[]): void => {
    onFiles(added);
    setFiles((before) => [...before, ...added]);
  };
  return (
    <section data-drop-area>
      <p>What was said</p>
      <ComposerBox
        sendLabel="Send"
        canSend={typed !== ""}
        onSend={onSubmit}
        onFiles={add}
        tools={<AttachButton onFiles={add} />}
      >
        <AttachmentTray
          files={files.map((file) => ({
            id: file.name,
            name: file.name,
            size: file.size,
            type: file.type,
            preview: file,
          }))}
          onRemove={(id) => setFiles((before) => before.filter(({ name }) => name !== id))}
        />
        <WritingField
          label="Message"
          value={typed}
          onChange={setTyped}
          onSubmit={onSubmit}
          onEscape={onEscape}
          onFiles={add}
          mentions={{ people }}
        />
      </ComposerBox>
    </section>
  );
}

const field = () => page.getByLabelText("Message");
const offered = () => page.getByRole("listbox", { name: "People to mention" });
const value = (): string => (field().element() as HTMLTextAreaElement).value;

test("[CONV10] keys choose a person, and Enter means the list while it is open", async () => {
  const onSubmit = vi.fn();
  const screen = await renderThemed(<Writing onSubmit={onSubmit} />);
  await field().click();
  await userEvent.keyboard("ask (@de");
  await expect.element(offered().getByRole("option")).toHaveLength(2);
  const active = offered().getByRole("option", { selected: true }).element();
  await expect.element(field()).toHaveAttribute("aria-activedescendant", active.id);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(value).toBe("ask (@Dev Patel ");
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
  await screen.unmount();
});

test("[CONV10] the mouse chooses a person, and the field keeps the focus", async () => {
  await renderThemed(<Writing />);
  await field().click();
  await userEvent.keyboard("@J.R");
  await offered().getByRole("option", { name: "J.R. Miller" }).click();
  await expect.poll(value).toBe("@J.R. Miller ");
  await userEvent.keyboard("hi");
  await expect.poll(value).toBe("@J.R. Miller hi");
});

test("[CONV10] Escape closes the list, and only then what is around the field", async () => {
  const onEscape = vi.fn();
  await renderThemed(<Writing onEscape={onEscape} />);
  await field().click();
  await userEvent.keyboard("@d");
  await expect.element(offered()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(offered()).not.toBeInTheDocument();
  expect(onEscape).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(onEscape).toHaveBeenCalledOnce();
});

test("[CONV11] Enter sends, and Shift breaks the line", async () => {
  const onSubmit = vi.fn();
  await renderThemed(<Writing onSubmit={onSubmit} />);
  await field().click();
  await userEvent.keyboard("one{Shift>}{Enter}{/Shift}two");
  await expect.poll(value).toBe("one\ntwo");
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("[CONV12] a file that is dropped in the conversation is shown, and can be taken away", async () => {
  const onFiles = vi.fn();
  await renderThemed(<Writing onFiles={onFiles} />);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["words"], "notes.txt", { type: "text/plain" }));
  const said = page.getByText("What was said").element();
  const dragged = { bubbles: true, cancelable: true, dataTransfer };
  expect(said.dispatchEvent(new DragEvent("dragover", dragged)), "the page does not open it").toBe(false);
  said.dispatchEvent(new DragEvent("drop", dragged));
  await expect.element(page.getByRole("list", { name: "Files to send" })).toHaveTextContent("notes.txt");
  expect(onFiles).toHaveBeenCalledOnce();
  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await expect.element(page.getByRole("list", { name: "Files to send" })).not.toBeInTheDocument();
});

test("[CONV10] everybody can use it", async () => {
  await expectAccessibleInBothSchemes(<Writing />, async () => {
    await field().click();
    await userEvent.keyboard("@d");
    await expect.element(offered()).toBeVisible();
  });
});
