import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "./axe.ts";

test("a button that is called something else than what is written on it is found", async () => {
  const { container } = await render(
    <main>
      <button type="button" aria-label="End the conversation">
        Hang up
      </button>
    </main>,
  );
  await expect(expectAccessible(container)).rejects.toMatchObject({
    actual: [expect.stringMatching(/^label-content-name-mismatch: /)],
  });
});
