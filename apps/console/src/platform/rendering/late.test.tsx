import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { latePart } from "./late.tsx";

function Counter({ of }: { readonly of: string }): ReactNode {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count} {of}
    </button>
  );
}

test("something stands in for a late part until it has come", async () => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Late = latePart(() => arrived.then(() => ({ Counter })), "Counter", <p>On its way</p>);
  await render(<Late of="pears" />);
  await expect.element(page.getByText("On its way")).toBeVisible();
  arrive();
  await expect.element(page.getByRole("button", { name: "0 pears" })).toBeVisible();
});

test("a part that was loaded ahead is there at once, and stays the same one", async () => {
  const Late = latePart(() => Promise.resolve({ Counter }), "Counter", <p>On its way</p>);
  expect(await Late.ahead()).toBe(true);
  const screen = await render(<Late of="pears" />);
  expect(screen.container.textContent).toBe("0 pears");
  await page.getByRole("button").click();
  await screen.rerender(<Late of="plums" />);
  expect(screen.container.textContent).toBe("1 plums");
});

test("a part that is out of reach says so to whoever loads it ahead", async () => {
  const Late = latePart<{ of: string }, "Counter">(() => Promise.reject(new Error("offline")), "Counter");
  expect(await Late.ahead()).toBe(false);
});
