import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { ConfirmProvider, useConfirm } from "./confirm.tsx";
import type { ConfirmOptions } from "./confirm-request.ts";
import { createDoNotShowStorage, type DoNotShowStorage } from "./do-not-show.ts";

function memoryStorage(
  initial: Record<string, string> = {},
): Pick<Storage, "getItem" | "setItem"> & { all: Map<string, string> } {
  const all = new Map(Object.entries(initial));
  return { all, getItem: (key) => all.get(key) ?? null, setItem: (key, value) => void all.set(key, value) };
}

function Asker({ questions }: { readonly questions: readonly ConfirmOptions[] }): ReactNode {
  const confirm = useConfirm();
  const [answers, setAnswers] = useState<readonly boolean[]>([]);
  const ask = (): void => {
    for (const question of questions) {
      void confirm(question).then((answer) => setAnswers((before) => [...before, answer]));
    }
  };
  return (
    <>
      <button type="button" onClick={ask}>
        Ask
      </button>
      <output>{answers.join(" ")}</output>
    </>
  );
}

function asking(
  questions: readonly ConfirmOptions[],
  doNotShow: DoNotShowStorage = createDoNotShowStorage(memoryStorage()),
) {
  return (
    <ConfirmProvider doNotShow={doNotShow}>
      <Asker questions={questions} />
    </ConfirmProvider>
  );
}

const ask = () => page.getByRole("button", { name: "Ask" }).click();
const button = (name: string) => page.getByRole("button", { name, exact: true });
const answers = () => page.getByRole("status");

test("asks with the default words, 470 px wide", async () => {
  await renderThemed(asking([{}]));
  await ask();
  const dialog = page.getByRole("dialog", { name: "Are you sure?" });
  await expect.element(dialog).toHaveTextContent("Are you sure you want to perform this action?");
  await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(470);
  expect(page.getByRole("checkbox").elements()).toHaveLength(0);
});

test.each([
  ["accept", async () => button("Accept").click(), "true"],
  ["cancel", async () => button("Cancel").click(), "false"],
  ["close", async () => button("Close").click(), "false"],
  ["Escape", async () => userEvent.keyboard("{Escape}"), "false"],
])("%s answers", async (_way, act, answer) => {
  await renderThemed(asking([{}]));
  await ask();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await act();
  await expect.element(answers()).toHaveTextContent(answer);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a second question waits for the first", async () => {
  await renderThemed(asking([{ title: "First?" }, { title: "Second?" }]));
  await ask();
  await expect.element(page.getByRole("dialog", { name: "First?" })).toBeVisible();
  await button("Cancel").click();
  await expect.element(page.getByRole("dialog", { name: "Second?" })).toBeVisible();
  await button("Accept").click();
  await expect.element(answers()).toHaveTextContent("false true");
});

test("checking 'Do not show again' takes the cancel button away", async () => {
  await renderThemed(asking([{ id: "leave" }]));
  await ask();
  await expect.element(button("Cancel")).toBeVisible();
  await page.getByRole("checkbox", { name: "Do not show again" }).click();
  await expect.element(button("Cancel")).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: "Do not show again" }).click();
  await expect.element(button("Cancel")).toBeVisible();
});

test("an accepted and remembered question is not asked again", async () => {
  const storage = memoryStorage({ doNotShow: '{"other":true}' });
  await renderThemed(asking([{ id: "leave" }], createDoNotShowStorage(storage)));
  await ask();
  await page.getByRole("checkbox").click();
  await button("Accept").click();
  await expect.element(answers()).toHaveTextContent("true");
  expect(JSON.parse(storage.all.get("doNotShow") ?? "")).toEqual({ other: true, leave: true });
  await ask();
  await expect.element(answers()).toHaveTextContent("true true");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("Escape with the box checked remembers nothing", async () => {
  const storage = memoryStorage();
  await renderThemed(asking([{ id: "leave" }], createDoNotShowStorage(storage)));
  await ask();
  await page.getByRole("checkbox").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(answers()).toHaveTextContent("false");
  expect(storage.all.size).toBe(0);
});

test("what is shown in any case comes without cancel once remembered", async () => {
  const doNotShow = createDoNotShowStorage(memoryStorage({ doNotShow: '{"notice":true}' }));
  await renderThemed(asking([{ id: "notice", isAlwaysShown: true }], doNotShow));
  await ask();
  await expect.element(button("Accept")).toBeVisible();
  expect(button("Cancel").elements()).toHaveLength(0);
  expect(page.getByRole("checkbox").elements()).toHaveLength(0);
});

test("a destructive question puts the focus on the way out", async () => {
  await renderThemed(asking([{ isDestructive: true, acceptLabel: "Delete" }]));
  await ask();
  await expect.element(button("Cancel")).toHaveFocus();
});

test.each(["", "null", "7", "{broken", '"text"'])(
  "a storage that holds %o forgets, and works again",
  (held) => {
    const storage = memoryStorage({ doNotShow: held });
    const doNotShow = createDoNotShowStorage(storage);
    expect(doNotShow.has("leave")).toBe(false);
    doNotShow.remember("leave");
    expect(doNotShow.has("leave")).toBe(true);
  },
);

test("ids that objects are born with are not remembered by accident", () => {
  expect(createDoNotShowStorage(memoryStorage()).has("constructor")).toBe(false);
});

test("a storage that refuses does not throw", () => {
  const refuse = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  const doNotShow = createDoNotShowStorage({ getItem: refuse, setItem: refuse });
  doNotShow.remember("leave");
  expect(doNotShow.has("leave")).toBe(false);
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(asking([{ id: "leave", isDestructive: true }]), async () => {
    await ask();
    await expect.element(button("Cancel")).toBeVisible();
  });
});
