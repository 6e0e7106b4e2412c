import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../testing/render-themed.tsx";
import type { Background } from "../theme/background.ts";
import { OffhookTheme, type ThemeChoice } from "../theme/offhook-theme.tsx";
import { Gallery } from "./gallery.tsx";

function Host({ initial }: { readonly initial: ThemeChoice }): ReactNode {
  const [theme, setTheme] = useState<ThemeChoice>(initial);
  const [background, setBackground] = useState<Background>("aquaHaze");
  return (
    <OffhookTheme theme={theme} background={background}>
      <Gallery
        theme={theme}
        background={background}
        onThemeChange={setTheme}
        onBackgroundChange={setBackground}
      />
    </OffhookTheme>
  );
}

const everythingIsThere = async (): Promise<void> => {
  await expect.element(page.getByText("Page 1 of 12")).toBeVisible();
  await expect.element(page.getByText("Fax page 1", { exact: true })).toBeInTheDocument();
};

// axe looks at several thousand nodes here, on machines that do other things too.
test.each(["light", "dark"] as const)(
  "everything together passes axe, %s",
  { timeout: 90_000 },
  async (theme) => {
    await render(<Host initial={theme} />);
    await everythingIsThere();
    await expectAccessible();
  },
);

test("fits a phone without scrolling sideways", async () => {
  await page.viewport(390, 844);
  await render(<Host initial="light" />);
  await everythingIsThere();
  expect(document.documentElement.scrollWidth).toBe(390);
  await page.viewport(1280, 800);
});

test("changes the theme", async () => {
  await render(<Host initial="light" />);
  await page.getByText("Dark", { exact: true }).click();
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe("dark");
});
