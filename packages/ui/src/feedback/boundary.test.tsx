import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { FixedList } from "../lists/fixed-list.tsx";
import { VirtualList } from "../lists/virtual-list.tsx";
import { expectComplaint } from "../testing/complaints.ts";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { AreaBoundary, Unreadable } from "./boundary.tsx";

interface Person {
  readonly id: string;
  readonly name: { readonly first: string };
}

const ana: Person = { id: "1", name: { first: "Ana" } };
const cem: Person = { id: "3", name: { first: "Cem" } };

function People({ people, isFixed }: { readonly people: readonly Person[]; readonly isFixed: boolean }) {
  const List = isFixed ? FixedList<Person> : VirtualList<Person>;
  return (
    <div style={{ height: 400, width: 300 }}>
      <List
        items={people}
        keyOf={({ id }) => id}
        label="People"
        rowHeight={40}
        onOpen={({ id }) => id.length}
        renderRow={(person) => <div>{person.name.first.toUpperCase()}</div>}
        emptySlot={null}
      />
    </div>
  );
}

test.each([
  ["of one height", true],
  ["measured", false],
])("one entry that cannot be drawn costs its own row and no other, rows %s", async (_name, isFixed) => {
  expectComplaint(/TypeError|error occurred|boundary/);
  const broken = [null, 7, { id: "2" }, { id: {}, name: null }] as unknown as readonly Person[];
  const screen = await renderThemed(<People people={[ana, ...broken, cem]} isFixed={isFixed} />);
  await expect.element(page.getByText("ANA")).toBeVisible();
  await expect.element(page.getByText("CEM")).toBeVisible();
  expect(page.getByText("This item can't be displayed").elements()).toHaveLength(broken.length);
  await page.getByText("This item can't be displayed").first().click();
  await screen.rerender(<People people={[ana, cem]} isFixed={isFixed} />);
  await expect.element(page.getByText("This item can't be displayed")).not.toBeInTheDocument();
});

let isBroken = false;

function Area(): ReactNode {
  if (isBroken) throw new Error("broken");
  return "Here again";
}

function Other(): ReactNode {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Clicked {count}
    </button>
  );
}

test("an area that fails leaves the others alone and can be tried again", async () => {
  expectComplaint(/broken|error occurred|boundary/);
  isBroken = true;
  await renderThemed(
    <>
      <AreaBoundary text="The list can't be displayed.">
        <Area />
      </AreaBoundary>
      <Other />
    </>,
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("The list can't be displayed.");
  await page.getByRole("button", { name: "Clicked 0" }).click();
  await expect.element(page.getByRole("button", { name: "Clicked 1" })).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Here again")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Clicked 1" })).toBeVisible();
});

test("an entry that cannot be displayed is accessible", async () => {
  await expectAccessibleInBothSchemes(<Unreadable />);
});
