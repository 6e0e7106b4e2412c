import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import { ConversationStream } from "./conversation-stream.tsx";
import type { ConversationStreamProps } from "./stream-props.ts";
import { type StreamRow, UNREAD_ROW } from "./stream-row.ts";

interface Said {
  readonly kind: "message" | "outgoing";
  readonly key: string;
}

const said = (first: number, last: number): StreamRow<Said>[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ kind: "message", key: `${first + index}` }));

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

type Given = Partial<ConversationStreamProps<Said>> & Pick<ConversationStreamProps<Said>, "rows">;

/** Rows of different heights, as messages are. */
function Talk(given: Given): ReactNode {
  return (
    <div style={{ display: "flex", flexDirection: "column", height: 400, width: 500 }}>
      <ConversationStream
        label="Messages"
        renderRow={({ key }: Said) => (
          <p style={{ margin: 0, height: 30 + (Number(key) % 3) * 20 || 30 }}>
            <button type="button">Said {key}</button>
          </p>
        )}
        leastHeightOf={() => 30}
        unreadableText="Cannot be shown"
        painting={{ nextPaint: nextFrame, afterPaint: nextFrame }}
        {...given}
      />
    </div>
  );
}

const log = () => page.getByRole("log", { name: "Messages" });
const row = (number: number) => log().getByRole("button", { name: `Said ${number}`, exact: true });
const view = (): HTMLElement => log().element() as HTMLElement;
const topOf = (number: number): number => row(number).element().getBoundingClientRect().top;
const countOfRows = (): number => view().querySelectorAll("[data-key]").length;

const distanceToEnd = (): number => Math.round(view().scrollHeight - view().scrollTop - view().clientHeight);

/** Until nothing more is built. */
async function settled(): Promise<void> {
  let before = -1;
  await expect
    .poll(async () => {
      const now = countOfRows();
      const isSame = now === before;
      before = now;
      await nextFrame();
      await nextFrame();
      return isSame;
    })
    .toBe(true);
}

async function scrollTo(top: number): Promise<void> {
  view().scrollTop = top;
  await nextFrame();
  await nextFrame();
}

test("[CONV4] it opens at the end, and stays there when something is said", async () => {
  const screen = await renderThemed(<Talk rows={said(1, 80)} />);
  await expect.element(row(80)).toBeInViewport();
  await expect.element(page.getByRole("button", { name: "Jump to newest" })).not.toBeInTheDocument();
  await screen.rerender(<Talk rows={said(1, 81)} />);
  await expect.element(row(81)).toBeInViewport();
  // Many at once, as after an hour without a line.
  await screen.rerender(<Talk rows={said(1, 120)} />);
  await expect.element(row(120)).toBeInViewport();
});

/** A picture that is at hand, and comes as soon as its row is drawn. */
function Picture(): ReactNode {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => queueMicrotask(() => flushSync(() => setIsThere(true))), []);
  return <div style={{ height: isThere ? 200 : 20 }} />;
}

test("[CONV4] it stands at the end also where a picture comes before the first frame", async () => {
  const draw = ({ key }: Said): ReactNode =>
    key === "38" ? <Picture /> : <p style={{ margin: 0 }}>{key}</p>;
  await renderThemed(<Talk rows={said(1, 40)} renderRow={draw} leastHeightOf={() => 20} />);
  await settled();
  expect(distanceToEnd()).toBe(0);
  await expect.element(page.getByRole("button", { name: "Jump to newest" })).not.toBeInTheDocument();
});

test("[CONV4] it opens at what is new, or at the message that is looked for", async () => {
  const rows = [...said(1, 60), UNREAD_ROW, ...said(61, 120)];
  const screen = await renderThemed(<Talk rows={rows} />);
  await expect.element(page.getByText("New", { exact: true })).toBeInViewport();
  await expect.element(row(60)).toBeInViewport();
  await screen.unmount();
  await renderThemed(<Talk rows={rows} target={{ key: "20" }} />);
  await expect.element(row(20)).toBeInViewport();
});

test("[CONV5] what comes above and below does not move what is being read", async () => {
  const screen = await renderThemed(<Talk rows={said(101, 200)} hasOlder hasNewer />);
  await settled();
  await scrollTo(view().scrollTop - 700);
  await settled();
  const first = Number(
    [...view().querySelectorAll<HTMLElement>("[data-key]")].find(
      (each) => each.getBoundingClientRect().top > view().getBoundingClientRect().top,
    )?.dataset.key,
  );
  const before = topOf(first);
  await screen.rerender(<Talk rows={said(1, 250)} hasOlder hasNewer />);
  expect(Math.abs(topOf(first) - before)).toBeLessThan(1);
  await settled();
  expect(Math.abs(topOf(first) - before)).toBeLessThan(1);
  expect(countOfRows()).toBeLessThanOrEqual(160);
});

test("[CONV5] older and newer messages are asked for near the ends of what is there", async () => {
  const [onOlder, onNewer] = [vi.fn(), vi.fn()];
  await renderThemed(
    <Talk rows={said(1, 150)} target={{ key: "75" }} hasOlder hasNewer onOlder={onOlder} onNewer={onNewer} />,
  );
  await settled();
  expect(onOlder).not.toHaveBeenCalled();
  const scrolledUp = (): number => {
    view().scrollTop = 0;
    return onOlder.mock.calls.length;
  };
  await expect.poll(scrolledUp).toBeGreaterThan(0);
  expect(onNewer).not.toHaveBeenCalled();
  const scrolledDown = (): number => {
    view().scrollTop = view().scrollHeight;
    return onNewer.mock.calls.length;
  };
  await expect.poll(scrolledDown).toBeGreaterThan(0);
});

const TARGET = { key: "50" };

function Long(): ReactNode {
  const [rows, setRows] = useState(said(1, 100));
  const toNewest = async (): Promise<void> => {
    await nextFrame();
    setRows(said(80, 400));
  };
  const hasNewer = rows.length === 100;
  return <Talk rows={rows} target={TARGET} hasNewer={hasNewer} onNewest={toNewest} newCount={3} />;
}

test("[CONV6] the button and the End key lead to the end, also where that has to be loaded", async () => {
  const screen = await renderThemed(<Long />);
  await page.getByRole("button", { name: "3 new" }).click();
  await expect.poll(() => [row(400).query() !== null, distanceToEnd()]).toEqual([true, 0]);
  await screen.unmount();

  await renderThemed(<Talk rows={said(1, 100)} target={TARGET} />);
  await expect.element(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();
  view().focus();
  await userEvent.keyboard("{End}");
  await expect.element(row(100)).toBeInViewport();
});

function LateRows(): ReactNode {
  const [rows, setRows] = useState(said(1, 100));
  // Answered, and drawn a frame later: by then the view has told that it moved to the end of the rows before.
  const toNewest = async (): Promise<void> => {
    requestAnimationFrame(() => flushSync(() => setRows(said(80, 400))));
  };
  return <Talk rows={rows} target={TARGET} hasNewer={rows.length === 100} onNewest={toNewest} newCount={3} />;
}

test("[CONV6] the end is reached also where its rows are drawn after the answer", async () => {
  await renderThemed(<LateRows />);
  await settled();
  await page.getByRole("button", { name: "3 new" }).click();
  await expect.poll(() => [row(400).query() !== null, distanceToEnd()]).toEqual([true, 0]);
});

test("[CONV6] users see at once what they have just sent, and nothing moves when it has arrived", async () => {
  const rows = said(1, 100);
  const sent = (...keys: string[]): StreamRow<Said>[] => keys.map((key) => ({ kind: "outgoing", key }));
  const screen = await renderThemed(<Talk rows={rows} />);
  await settled();
  await scrollTo(200);
  await screen.rerender(<Talk rows={[...rows, ...sent("201", "202")]} />);
  await expect.element(row(202)).toBeInViewport();
  await settled();
  await scrollTo(200);
  await settled();
  const place = view().scrollTop;
  await screen.rerender(<Talk rows={[...rows, { kind: "message", key: "301" }, ...sent("201")]} />);
  await settled();
  expect(Math.abs(view().scrollTop - place)).toBeLessThan(2);
});

test("[CONV7] it tells how far it was seen", async () => {
  const seen: [string | undefined, boolean][] = [];
  const onSeen = (last: StreamRow<Said> | undefined, isAtEnd: boolean): void => {
    seen.push([last?.key, isAtEnd]);
  };
  await renderThemed(<Talk rows={said(1, 80)} target={{ key: "40" }} onSeen={onSeen} />);
  await expect.poll(() => seen.at(-1)?.[1]).toBe(false);
  expect(Number(seen.at(-1)?.[0])).toBeGreaterThan(40);
  expect(Number(seen.at(-1)?.[0])).toBeLessThan(50);
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect.poll(() => seen.at(-1)).toEqual(["80", true]);
});

test("[CONV8] a row that goes far away leaves the focus in the stream", async () => {
  await renderThemed(<Talk rows={said(1, 600)} />);
  await settled();
  (row(600).element() as HTMLElement).focus();
  const scrolledUp = (): boolean => {
    view().scrollTop = 0;
    return row(600).query() === null;
  };
  await expect.poll(scrolledUp, { timeout: 20_000 }).toBe(true);
  expect(document.activeElement).toBe(view());
});

test("[CONV8] only what is said at the end is read aloud", async () => {
  await renderThemed(<Talk rows={said(1, 80)} />);
  await expect.poll(() => view().ariaLive).toBe("polite");
  await scrollTo(100);
  await expect.poll(() => view().ariaLive).toBe("off");
});

test("[CONV8] everybody can use it", async () => {
  const rows: StreamRow<Said>[] = [{ kind: "day", key: "day", label: "Today" }, UNREAD_ROW, ...said(1, 40)];
  await expectAccessibleInBothSchemes(<Talk rows={rows} newCount={2} />, settled);
});
