import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import favicon from "./favicon.svg?raw";
import { Logo } from "./logo.tsx";
import { Wordmark } from "./wordmark.tsx";

test("the favicon is the drawing of the mark", async () => {
  const screen = await renderThemed(<Logo />);
  const drawn = [...screen.container.querySelectorAll("path")].map((path) => path.getAttribute("d"));
  const file = new DOMParser().parseFromString(favicon, "image/svg+xml");
  expect([...file.querySelectorAll("path")].map((path) => path.getAttribute("d"))).toEqual(drawn);
});

test("mark and name are read once", async () => {
  await renderThemed(<Wordmark />);
  expect(page.getByRole("img", { name: "Offhook" }).elements()).toHaveLength(1);
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <>
      <Logo size={48} />
      <Wordmark height={28} />
    </>,
  );
});
