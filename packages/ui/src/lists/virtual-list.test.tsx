import { Phone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { EmptyState } from "../feedback/empty-state.tsx";
import { LoadError } from "../feedback/load-error.tsx";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { FixedList } from "./fixed-list.tsx";
import { indexAfterKey } from "./list-navigation.ts";
import { VirtualList, type VirtualListProps } from "./virtual-list.tsx";

test.each<[string, number, number | undefined]>([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 4, 5],
  ["ArrowDown", 99, 99],
  ["ArrowUp", -1, 99],
  ["ArrowUp", 0, 0],
  ["PageDown", 4, 14],
  ["PageDown", 95, 99],
  ["PageUp", 4, 0],
  ["Home", 50, 0],
  ["End", 50, 99],
  ["a", 50, undefined],
])("%s on row %d leads to %o", (key, index, target) => {
  expect(indexAfterKey(key, { index, count: 100, pageSize: 10 })).toBe(target);
});

test("an empty list has nowhere to go", () => {
  expect(indexAfterKey("End", { index: -1, count: 0, pageSize: 10 })).toBeUndefined();
});

interface Person {
  readonly id: string;
  readonly name: string;
}

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));

interface ListedProps extends Partial<VirtualListProps<Person>> {
  readonly isRowHeightFixed?: boolean;
}

function Listed({ isRowHeightFixed = false, ...props }: ListedProps): ReactNode {
  const List = isRowHeightFixed ? FixedList<Person> : VirtualList<Person>;
  const [selected, setSelected] = useState(props.selectedKey);
  return (
    <div style={{ height: 400, width: 300 }}>
      <List
        items={people(10_000)}
        keyOf={(person) => person.id}
        label="People"
        rowHeight={40}
        emptySlot={<EmptyState icon={Phone}>Nobody here.</EmptyState>}
        errorSlot={<LoadError onRetry={() => {}}>It failed.</LoadError>}
        renderRow={(person) => <div style={{ height: 40 }}>{person.name}</div>}
        {...props}
        selectedKey={selected}
        onOpen={(person) => {
          setSelected(person.id);
          props.onOpen?.(person);
        }}
      />
    </div>
  );
}

function Shrinking(): ReactNode {
  const [count, setCount] = useState(10_000);
  return (
    <>
      <button type="button" onClick={() => setCount(100)}>
        Shrink
      </button>
      <Listed items={people(count)} isRowHeightFixed />
    </>
  );
}

function Changing({ keyOf }: Pick<VirtualListProps<Person>, "keyOf">): ReactNode {
  const [items, setItems] = useState(() => people(50_000));
  return (
    <>
      <button type="button" onClick={() => setItems(items.with(0, { id: "p0", name: "Somebody else" }))}>
        Change
      </button>
      <Listed items={items} keyOf={keyOf} isRowHeightFixed />
    </>
  );
}

test("a change in a list of fifty thousand rows of one height costs no look at each of them", async () => {
  const keyOf = vi.fn((person: Person) => person.id);
  await renderThemed(<Changing keyOf={keyOf} />);
  await expect.element(page.getByRole("row").first()).toHaveTextContent("Person 0");
  keyOf.mockClear();
  await page.getByRole("button", { name: "Change" }).click();
  await expect.element(page.getByRole("row").first()).toHaveTextContent("Somebody else");
  expect(keyOf.mock.calls.length).toBeLessThan(500);
});

test("tells of a row that the pointer or the keyboard rests on, and of none that it passes", async () => {
  const onRest = vi.fn();
  await renderThemed(<Listed onRest={onRest} />);
  const row = (name: string) => page.getByRole("row", { name, exact: true });
  await row("Person 3").hover();
  // Where the pointer was left by somebody else, another row may have come under it before.
  const rested = (): string[] => onRest.mock.calls.map(([person]) => person.id);
  await expect.poll(() => rested().at(-1)).toBe("p3");
  const passed = row("Person 4").element();
  passed.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  passed.dispatchEvent(new PointerEvent("pointerout", { bubbles: true }));
  (page.getByRole("grid").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => rested().at(-1)).toBe("p1");
  expect(rested()).not.toContain("p4");
});

const grid = () => page.getByRole("grid", { name: "People" });
const row = (name: string) => page.getByRole("row", { name, exact: true });
const focusList = (): void => (grid().element() as HTMLElement).focus();

function isInView(element: Element): boolean {
  const inner = element.getBoundingClientRect();
  const outer = grid().element().getBoundingClientRect();
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}

test("a fling writes other names into the rows that are there and builds none", async () => {
  await renderThemed(<Listed isRowHeightFixed />);
  await expect.element(row("Person 0")).toBeVisible();
  grid().element().scrollTop = 100_000;
  await expect.element(row("Person 2500")).toBeVisible();
  const built = new Set(page.getByRole("row").elements());
  grid().element().scrollTop = 200_000;
  await expect.element(row("Person 5000")).toBeVisible();
  expect(built.has(row("Person 5000").element())).toBe(true);
  // Whoever reads the page from top to bottom reads the list in its order.
  const indexes = page
    .getByRole("row")
    .elements()
    .map((each) => Number(each.getAttribute("aria-rowindex")));
  expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
});

test("rows that a small step leaves in view stay the same", async () => {
  await renderThemed(<Listed isRowHeightFixed />);
  await expect.element(row("Person 5")).toBeVisible();
  const before = row("Person 5").element();
  grid().element().scrollTop = 160;
  await expect.element(row("Person 13")).toBeVisible();
  expect(row("Person 5").element()).toBe(before);
});

test("a list that has become shorter is seen from its new end", async () => {
  await renderThemed(<Shrinking />);
  await expect.element(row("Person 0")).toBeVisible();
  grid().element().scrollTop = 100_000;
  await expect.element(row("Person 2500")).toBeVisible();
  await page.getByRole("button", { name: "Shrink" }).click();
  await expect.poll(() => isInView(row("Person 99").element())).toBe(true);
});

test("ten thousand rows cost a screenful", async () => {
  await renderThemed(<Listed />);
  await expect.element(row("Person 0")).toBeVisible();
  expect(page.getByRole("row").elements().length).toBeLessThan(30);
  await expect.element(grid()).toHaveAttribute("aria-rowcount", "10000");
});

test.each([true, false])(
  "arrows, Home and End walk, Enter opens, and the row in question is in view (of one height: %s)",
  async (isFixed) => {
    const onOpen = vi.fn();
    await renderThemed(<Listed onOpen={onOpen} isRowHeightFixed={isFixed} />);
    await expect.element(row("Person 0")).toBeVisible();
    focusList();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith({ id: "p2", name: "Person 2" });
    await expect.element(row("Person 2")).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{End}");
    await expect.poll(() => isInView(row("Person 9999").element())).toBe(true);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith({ id: "p9998", name: "Person 9998" });
    await userEvent.keyboard("{Home}");
    await expect.poll(() => isInView(row("Person 0").element())).toBe(true);
  },
);

test.each([true, false])(
  "the screen reader's cursor points at a row that exists, however far one scrolls (of one height: %s)",
  async (isFixed) => {
    await renderThemed(<Listed selectedKey="p3" isRowHeightFixed={isFixed} />);
    await expect.element(row("Person 3")).toBeVisible();
    grid().element().scrollTop = 100_000;
    await expect.element(row("Person 2500")).toBeVisible();
    const id = grid().element().getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(id)?.textContent).toBe("Person 3");
  },
);

test.each([true, false])(
  "a row selected from elsewhere is brought into view (of one height: %s)",
  async (isFixed) => {
    await renderThemed(<Listed selectedKey="p5000" isRowHeightFixed={isFixed} />);
    await expect.poll(() => isInView(row("Person 5000").element())).toBe(true);
  },
);

function Hidden(): ReactNode {
  const [isHidden, setIsHidden] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsHidden(!isHidden)}>
        Turn
      </button>
      <div style={{ display: isHidden ? "none" : "block" }}>
        <Listed selectedKey="p5000" isRowHeightFixed />
      </div>
    </>
  );
}

test("a row selected while the list was out of sight is in view when it comes, and stays so when it comes back", async () => {
  await renderThemed(<Hidden />);
  const turn = page.getByRole("button", { name: "Turn" });
  await turn.click();
  await expect.element(row("Person 5000")).toBeVisible();
  await expect.poll(() => isInView(row("Person 5000").element())).toBe(true);
  await turn.click();
  await turn.click();
  await expect.element(row("Person 5000")).toBeVisible();
  const { scrollTop } = grid().element();
  await expect.element(row(`Person ${Math.ceil(scrollTop / 40)}`)).toBeVisible();
});

test("a click opens", async () => {
  const onOpen = vi.fn();
  await renderThemed(<Listed onOpen={onOpen} />);
  await row("Person 4").click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: "p4", name: "Person 4" });
});

test.each([true, false])(
  "the first click into a scrolled list opens the row under it (of one height: %s)",
  async (isFixed) => {
    const onOpen = vi.fn();
    await renderThemed(<Listed isRowHeightFixed={isFixed} onOpen={onOpen} />);
    const grid = page.getByRole("grid", { name: "People" });
    grid.element().scrollTop = 2_000;
    await page.getByText("Person 54", { exact: true }).click();
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: "p54", name: "Person 54" });
    expect(grid.element().scrollTop).toBe(2_000);
  },
);

test("keys in a row's own button stay with it", async () => {
  const onOpen = vi.fn();
  const onCall = vi.fn();
  await renderThemed(
    <Listed
      items={people(3)}
      onOpen={onOpen}
      renderRow={(person) => (
        <div style={{ height: 40 }}>
          {person.name}
          <button
            type="button"
            onClick={(event) => {
              event.stopPropagation();
              onCall(person.id);
            }}
          >
            Call {person.name}
          </button>
        </div>
      )}
    />,
  );
  await expect.element(page.getByRole("button", { name: "Call Person 1" })).toBeVisible();
  (page.getByRole("button", { name: "Call Person 1" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(onCall).toHaveBeenCalledExactlyOnceWith("p1");
  expect(onOpen).not.toHaveBeenCalled();
});

test("rows of different heights are measured", async () => {
  await renderThemed(
    <Listed
      items={people(50)}
      renderRow={(person) => <div style={{ height: person.id === "p0" ? 120 : 40 }}>{person.name}</div>}
    />,
  );
  await expect
    .poll(
      () =>
        row("Person 1").element().getBoundingClientRect().top - grid().element().getBoundingClientRect().top,
    )
    .toBe(120);
});

test("rows of known heights are placed and not measured", async () => {
  const heightOf = ({ id }: Person): number => (id === "p1" ? 90 : 40);
  await renderThemed(<Listed rowHeightOf={heightOf} renderRow={(person) => <p>{person.name}</p>} />);
  await expect.element(row("Person 2")).toBeVisible();
  const top = (name: string): number => row(name).element().getBoundingClientRect().top;
  expect(top("Person 1") - top("Person 0")).toBe(40);
  expect(top("Person 2") - top("Person 1")).toBe(90);
  expect(row("Person 1").element().getBoundingClientRect().height).toBe(90);
});

test("a list that comes builds a few of its rows at a time", async () => {
  const built: number[] = [];
  const watch = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const isRow = (node: Node): boolean => node instanceof Element && node.matches('[role="row"]');
    built.push(added.filter(isRow).length);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await renderThemed(<Listed isRowHeightFixed />);
  await expect.element(row("Person 9")).toBeVisible();
  watch.disconnect();
  expect(Math.max(...built)).toBeLessThan(10);
});

test("the end is told once per page", async () => {
  const onEndReached = vi.fn();
  await renderThemed(<Listed items={people(100)} onEndReached={onEndReached} />);
  await expect.element(row("Person 0")).toBeVisible();
  expect(onEndReached).not.toHaveBeenCalled();
  focusList();
  await userEvent.keyboard("{End}");
  await expect.element(row("Person 99")).toBeVisible();
  await userEvent.keyboard("{ArrowUp}{ArrowDown}");
  expect(onEndReached).toHaveBeenCalledOnce();
});

test("empty, loading and failed lists say so; what is there stays in sight", async () => {
  const empty = await renderThemed(<Listed items={[]} />);
  await expect.element(page.getByText("Nobody here.")).toBeVisible();
  await empty.unmount();
  const loading = await renderThemed(<Listed items={[]} status="loading" />);
  await expect.element(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await loading.unmount();
  const failed = await renderThemed(<Listed items={[]} status="failed" />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("It failed.");
  await failed.unmount();
  await renderThemed(<Listed items={people(2)} status="failed" />);
  await expect.element(row("Person 1")).toBeVisible();
});

test("the list passes axe", async () => {
  await expectAccessibleInBothSchemes(<Listed selectedKey="p2" />, async () => {
    await expect.element(row("Person 2")).toBeVisible();
  });
});
