import { type ReactElement, type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../../testing/render-themed.tsx";
import type { ViewerImage } from "./image-stage.tsx";
import { ImageViewer, type ImageViewerProps } from "./image-viewer.tsx";

function drawn(name: string, color: string): ViewerImage {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="450"><rect width="900" height="450" fill="${color}"/></svg>`;
  return { name, src: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

const one = drawn("Front door", "teal");
const two = drawn("Back door", "navy");

function Host({ images = [one], onIndexChange, ...props }: Partial<ImageViewerProps>): ReactNode {
  const [index, setIndex] = useState(props.index ?? 0);
  return (
    <ImageViewer
      isOpen
      onClose={() => {}}
      {...props}
      images={images}
      index={index}
      onIndexChange={(next) => {
        setIndex(next);
        onIndexChange?.(next);
      }}
    />
  );
}

const picture = (name = "Front door") => page.getByRole("img", { name });
const zoom = () => page.getByRole("slider", { name: "Zoom" });
const button = (name: string) => page.getByRole("button", { name });

async function show(element: ReactElement): Promise<HTMLImageElement> {
  await renderThemed(element);
  await expect.element(picture()).toHaveAttribute("data-state", "shown");
  const image = picture().element() as HTMLImageElement;
  // Distances are measured below: let nothing be on its way.
  image.style.transitionProperty = "none";
  return image;
}

function view(): { scale: number; x: number; y: number } {
  const { a, e, f } = new DOMMatrix(getComputedStyle(picture().element()).transform);
  return { scale: Math.round(a * 100) / 100, x: Math.round(e), y: Math.round(f) };
}

const wheel = (target: Element, deltaY: number, clientX: number, clientY: number): void => {
  target.dispatchEvent(
    new WheelEvent("wheel", { deltaY, clientX, clientY, bubbles: true, cancelable: true }),
  );
};

function middleOf(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

test("the buttons zoom from 1 to 5 and no further", async () => {
  await show(<Host />);
  await expect.element(button("Zoom out")).toBeDisabled();
  for (let step = 0; step < 8; step += 1) await button("Zoom in").click();
  await expect.poll(() => view().scale).toBe(5);
  await expect.element(button("Zoom in")).toBeDisabled();
  await expect.element(page.getByText("500%")).toBeVisible();
});

test("the slider zooms in tenths", async () => {
  await show(<Host />);
  await expect.element(zoom()).toHaveAttribute("min", "1");
  await expect.element(zoom()).toHaveAttribute("max", "5");
  (zoom().element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.poll(() => view().scale).toBe(1.2);
  await expect.element(zoom()).toHaveAttribute("aria-valuetext", "120%");
});

test("the wheel zooms at the pointer", async () => {
  const image = await show(<Host />);
  const middle = middleOf(image);
  wheel(image, -600, middle.x - 200, middle.y);
  await expect.poll(() => view().scale).toBeGreaterThan(2);
  const { scale, x } = view();
  // The spot 200 px left of the middle is still 200 px left of it.
  expect(Math.abs(x + -200 * scale - -200)).toBeLessThanOrEqual(2);
  wheel(image, 9000, middle.x, middle.y);
  await expect.poll(() => view()).toEqual({ scale: 1, x: 0, y: 0 });
});

test("a double click goes to 2x and back to 1x", async () => {
  await show(<Host />);
  await picture().dblClick();
  await expect.poll(() => view().scale).toBe(2);
  await picture().dblClick();
  await expect.poll(() => view().scale).toBe(1);
});

test("dragging pans, within bounds, and does not close", async () => {
  const onClose = vi.fn();
  const image = await show(<Host onClose={onClose} />);
  await picture().dblClick();
  await expect.poll(() => view().scale).toBe(2);
  const start = middleOf(image.parentElement as Element);
  const pointer = (type: string, x: number, y: number): void => {
    const options = { pointerId: 1, button: 0, clientX: x, clientY: y, bubbles: true };
    image.dispatchEvent(new PointerEvent(type, options));
  };
  image.setPointerCapture = () => {};
  const before = view();
  pointer("pointerdown", start.x, start.y);
  pointer("pointermove", start.x + 50, start.y);
  await expect.poll(() => view().x - before.x).toBe(50);
  pointer("pointermove", start.x + 5000, start.y + 5000);
  pointer("pointerup", start.x + 5000, start.y + 5000);
  const { clientWidth } = image.parentElement as HTMLElement;
  await expect.poll(() => view().x).toBe((image.offsetWidth * 2 - clientWidth) / 2);
  image.parentElement?.click();
  expect(onClose).not.toHaveBeenCalled();
});

test("keys zoom, reset and look around", async () => {
  await show(<Host />);
  await userEvent.keyboard("++");
  await expect.poll(() => view().scale).toBe(2);
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => view().x).toBe(-60);
  await userEvent.keyboard("-");
  await expect.poll(() => view().scale).toBe(1.5);
  await userEvent.keyboard("0");
  await expect.poll(() => view()).toEqual({ scale: 1, x: 0, y: 0 });
});

test("several pictures are leafed through, from the first to the last", async () => {
  const onIndexChange = vi.fn();
  await show(<Host images={[one, two]} onIndexChange={onIndexChange} />);
  await expect.element(page.getByText("1 / 2")).toBeVisible();
  expect(button("Previous image").elements()).toHaveLength(0);
  await button("Next image").click();
  await expect.element(picture("Back door")).toBeVisible();
  expect(button("Next image").elements()).toHaveLength(0);
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(picture("Front door")).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  expect(onIndexChange.mock.calls).toEqual([[1], [0]]);
});

test("Escape, the cross and a click outside close", async () => {
  const onClose = vi.fn();
  const image = await show(<Host onClose={onClose} />);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
  await button("Close").click();
  expect(onClose).toHaveBeenCalledTimes(2);
  image.parentElement?.click();
  expect(onClose).toHaveBeenCalledTimes(3);
  image.click();
  expect(onClose).toHaveBeenCalledTimes(3);
});

test("downloads only where the screen allows it", async () => {
  const onDownload = vi.fn();
  const first = await renderThemed(<Host />);
  await expect.element(button("Close")).toBeVisible();
  expect(button("Download").elements()).toHaveLength(0);
  await first.unmount();
  await show(<Host onDownload={onDownload} />);
  await button("Download").click();
  expect(onDownload).toHaveBeenCalledExactlyOnceWith(one);
});

test("a picture that cannot be loaded says so and can be tried again", async () => {
  await renderThemed(<Host images={[{ name: "Gone", src: "/no-such-picture.png" }]} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This image could not be loaded.");
  const asked = () => performance.getEntriesByName(`${location.origin}/no-such-picture.png`).length;
  const before = asked();
  await button("Try again").click();
  await expect.poll(asked).toBe(before + 1);
  await expect.element(page.getByRole("alert")).toBeVisible();
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(<Host images={[one, two]} onDownload={() => {}} />, async () => {
    await expect.element(picture()).toHaveAttribute("data-state", "shown");
  });
});

test("a failed one passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <Host images={[{ name: "Gone", src: "/no-such-picture.png" }]} />,
    async () => {
      await expect.element(page.getByRole("alert")).toBeVisible();
    },
  );
});
