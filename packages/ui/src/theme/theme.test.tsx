import { Button, Switch, Text } from "@mantine/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { avatarColor } from "../identity/avatar-color.ts";
import { expectAccessibleInBothSchemes } from "../testing/render-themed.tsx";
import { backgroundNames } from "./background.ts";
import { schemeVariables } from "./css-variables.ts";
import { OffhookTheme } from "./offhook-theme.tsx";
import { harbor, red } from "./palette.ts";
import { sectionNames } from "./section-colors.ts";
import { breakpoints } from "./theme.ts";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((index) => Number.parseInt(hex.slice(index, index + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, section 1.4.3. */
function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

const schemes = ["light", "dark"] as const;
const cases = backgroundNames.flatMap((background) => schemes.map((scheme) => [background, scheme] as const));

test.each(cases)("text and marks on %s, %s meet AA", (background, scheme) => {
  const colors = schemeVariables(background, scheme);
  const grounds = ["canvas", "surface", "surface-sunken"].map((name) => colors[`--offhook-${name}`]!);
  const texts = ["text", "dimmed", "anchor", "error", "success"].map(
    (name) => colors[`--mantine-color-${name}`]!,
  );
  for (const ground of grounds) {
    for (const text of texts)
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const section of sectionNames) {
      const mark = colors[`--offhook-section-${section}`]!;
      expect(contrast(mark, ground), `${section} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const name of ["focus", "presence-online", "presence-away", "presence-offline", "border-strong"]) {
      const mark = colors[`--offhook-${name}`]!;
      expect(contrast(mark, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(
        name === "border-strong" ? 2.5 : 3,
      );
    }
  }
});

test.each(schemes)("section colors read on their own soft fill, %s", (scheme) => {
  const colors = schemeVariables("whiteSmoke", scheme);
  for (const section of sectionNames) {
    const ratio = contrast(
      colors[`--offhook-section-${section}`]!,
      colors[`--offhook-section-${section}-soft`]!,
    );
    expect(ratio, section).toBeGreaterThanOrEqual(4.5);
  }
});

test("filled buttons carry white text in both schemes", () => {
  for (const color of [harbor, red]) {
    expect(contrast(color[7], "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color[8], "#ffffff")).toBeGreaterThanOrEqual(4.5);
  }
});

test("faces carry white initials", () => {
  const faces = new Set(Array.from({ length: 200 }, (_, index) => avatarColor(`usr${index}`)));
  for (const face of faces) expect(contrast(face, "#ffffff"), face).toBeGreaterThanOrEqual(4.5);
});

test("breakpoints are those of the specification", () => {
  const pixels = Object.values(breakpoints).map((em) => Number.parseFloat(em) * 16);
  expect(pixels).toEqual([0, 640, 768, 1024, 1280, 1536]);
});

test("the background colors the page and follows a change", async () => {
  const at = (background: "champagne" | "iceberg") => (
    <OffhookTheme theme="dark" background={background}>
      <p>Page</p>
    </OffhookTheme>
  );
  const screen = await render(at("champagne"));
  const painted = () => getComputedStyle(document.body).backgroundColor;
  expect(painted()).toBe("rgb(29, 25, 15)");
  await screen.rerender(at("iceberg"));
  expect(painted()).toBe("rgb(15, 27, 32)");
});

test("the scheme never comes from local storage", async () => {
  localStorage.setItem("mantine-color-scheme-value", "dark");
  await render(
    <OffhookTheme theme="light" background="platinum">
      <p>Page</p>
    </OffhookTheme>,
  );
  expect(document.documentElement.dataset.mantineColorScheme).toBe("light");
  localStorage.removeItem("mantine-color-scheme-value");
});

test("systemDefault follows the operating system", async () => {
  const expected = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  await render(
    <OffhookTheme theme="systemDefault" background="platinum">
      <p>Page</p>
    </OffhookTheme>,
  );
  expect(document.documentElement.dataset.mantineColorScheme).toBe(expected);
});

test("the pages of the sign-in get their own colors back when the theme is gone", async () => {
  const screen = await render(
    <OffhookTheme theme="dark" background="platinum">
      <p>Page</p>
    </OffhookTheme>,
  );
  await screen.unmount();
  expect(document.documentElement.dataset.mantineColorScheme).toBeUndefined();
});

test("the loader of a busy button stands in its middle, also without motion", async () => {
  const ask = window.matchMedia.bind(window);
  const asked = vi.spyOn(window, "matchMedia");
  onTestFinished(() => asked.mockRestore());
  asked.mockImplementation((query) => ask(query.includes("reduced-motion") ? "all" : query));
  const at = (isBusy: boolean) => (
    <OffhookTheme theme="light" background="platinum">
      <Button loading={isBusy}>Save</Button>
    </OffhookTheme>
  );
  const screen = await render(at(false));
  await screen.rerender(at(true));
  const button = page.getByRole("button", { name: "Save" }).element();
  const middle = (element: Element | null): number => {
    const { y, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return y + height / 2;
  };
  const loader = await vi.waitFor(() => button.querySelector(".mantine-Button-loader") ?? Promise.reject(), {
    timeout: 10_000,
  });
  expect(Math.abs(middle(loader) - middle(button))).toBeLessThan(2);
});

test("a keyboard user sees the focus ring", async () => {
  await render(
    <OffhookTheme theme="dark" background="platinum">
      <Button>Call</Button>
    </OffhookTheme>,
  );
  const button = page.getByRole("button", { name: "Call" }).element() as HTMLElement;
  button.focus({ focusVisible: true } as FocusOptions);
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(button);
  expect([outlineStyle, outlineWidth, outlineColor]).toEqual(["solid", "2px", "rgb(90, 183, 213)"]);
});

test("buttons, links and quiet text pass axe", async () => {
  await expectAccessibleInBothSchemes(
    <>
      <Button>Save</Button>
      <Button variant="light">Later</Button>
      <Button variant="default">Cancel</Button>
      <Button color="red">Delete</Button>
      <Button variant="subtle">More</Button>
      <Text c="dimmed" size="xs">
        Two minutes ago
      </Text>
    </>,
  );
});

test("a switch that is off can be told from one that cannot be used", async () => {
  await render(
    <OffhookTheme theme="light" background="whiteSmoke">
      <Switch label="Off" />
      <Switch label="Unusable" disabled />
    </OffhookTheme>,
  );
  const colorOf = (name: string): string => {
    const track = page.getByRole("switch", { name }).element().nextElementSibling;
    return track ? getComputedStyle(track).backgroundColor : "";
  };
  expect(colorOf("Off")).toBe("rgb(138, 147, 152)");
  expect(colorOf("Unusable")).not.toBe(colorOf("Off"));
});
