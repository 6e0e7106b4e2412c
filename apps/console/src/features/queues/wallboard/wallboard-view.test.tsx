import { DEFAULT_WALLBOARD_THRESHOLDS, type WallboardQueue } from "@offhook/contract";
import { OffhookTheme } from "@offhook/ui";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../testing/axe.ts";
import { NOW_S } from "../testing/queue-statuses.ts";
import { aScreen, aWallboardQueue } from "../testing/wallboard-queues.ts";
import { WallboardView } from "./wallboard-view.tsx";

const busy = aWallboardQueue({
  ...{ waiting: 6, waiting_since: NOW_S - 42, offered: 12, answered: 9, abandoned: 2 },
  ...{ service_level: 0.824, average_wait: 14, average_talk: 180 },
});

async function renderWall(
  queues: readonly WallboardQueue[],
  theme: "light" | "dark" = "light",
  isCounted = true,
) {
  const { agents } = aScreen();
  return render(
    <OffhookTheme theme={theme} background="whiteSmoke">
      <main style={{ height: "100vh" }}>
        <WallboardView
          title="Wallboard"
          queues={queues}
          isCounted={isCounted}
          agents={agents}
          thresholds={DEFAULT_WALLBOARD_THRESHOLDS}
          now={NOW_S}
          hour={10}
          tools={null}
        />
      </main>
    </OffhookTheme>,
  );
}

test.each(["light", "dark"] as const)(
  "[WB4] a queue shows its numbers, readable for everyone, in %s",
  async (theme) => {
    await page.viewport(1280, 800);
    const { container } = await renderWall([busy], theme);
    const tile = page.getByRole("region", { name: "Scheduling" });
    for (const figure of ["Waiting6", "Longest wait0:42", "Answered9", "Abandoned2", "Service level82%"])
      await expect.element(tile).toHaveTextContent(figure);
    await expect.element(tile).toHaveTextContent("Alarm");
    await expect.element(tile).toHaveTextContent("Ready1Talking1Paused0Away2");
    await expect.element(tile.getByRole("row", { name: "9 5 4" })).toBeInTheDocument();
    await expect.element(page.getByRole("region", { name: "Agents" })).toHaveTextContent("DevOn a call0:05");
    await expectAccessible(container);
  },
);

test.each([
  [390, 640, 1],
  [390, 640, 12],
  [768, 900, 5],
  [1440, 800, 3],
  [1920, 1080, 12],
])("[WB4] on %i x %i, %i queues fit without scrolling", async (width, height, count) => {
  await page.viewport(width, height);
  const queues = Array.from({ length: count }, (_, index) => ({ ...busy, name: `Queue ${index + 1}` }));
  await renderWall(queues);
  for (const { name } of queues) {
    const tile = page.getByRole("region", { name, exact: true });
    await expect.element(tile).toBeInViewport({ ratio: 0.99 });
    for (const content of tile.element().querySelectorAll("h2, dd")) {
      const [inner, outer] = [content.getBoundingClientRect(), tile.element().getBoundingClientRect()];
      expect(inner.bottom).toBeLessThanOrEqual(outer.bottom + 1);
    }
  }
  const { scrollHeight, clientHeight } = document.documentElement;
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test("[WB14] before the numbers of the day have come no zero stands in their place", async () => {
  await page.viewport(1280, 800);
  await renderWall([aWallboardQueue({ answered: 0, abandoned: 0 })], "light", false);
  await expect
    .element(page.getByRole("region", { name: "Scheduling" }))
    .toHaveTextContent("Answered–Abandoned–");
});
