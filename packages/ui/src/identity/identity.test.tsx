import fc from "fast-check";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { Avatar } from "./avatar.tsx";
import { avatarColor } from "./avatar-color.ts";
import { initialsOf } from "./initials.ts";
import { PresenceDot } from "./presence-dot.tsx";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

test.each<[string | undefined, string]>([
  ["Ana Reyes", "AR"],
  ["ana maría de los reyes", "AR"],
  ["Ana", "A"],
  ["  Ana   Reyes  ", "AR"],
  [undefined, "DU"],
  ["Deleted user", "DU"],
  ["", ""],
  ["   ", ""],
  ["+1 (212) 555-0110", ""],
  ["🌟", ""],
  ["🌟 Star Clinic", "SC"],
  ["(Dr.) Ana Reyes", "DR"],
  ["李小龍", "李"],
  ["محمد علي", "مع"],
  ["Élodie Østergaard", "ÉØ"],
  ["e\u0301lodie", "E\u0301"],
  ["Ward 3", "W3"],
  ["𝒜na", "𝒜"],
])("initials of %o are %o", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("initials never break on any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const initials = initialsOf(name);
      expect(() => encodeURIComponent(initials)).not.toThrow();
      expect(/\s/u.test(initials)).toBe(false);
    }),
  );
});

test("a color depends on the seed alone, and seeds spread over the colors", () => {
  expect(avatarColor("usr7")).toBe(avatarColor("usr7"));
  const colors = new Set(Array.from({ length: 200 }, (_, index) => avatarColor(`usr${index}`)));
  expect(colors.size).toBe(10);
});

/** The letters as they are painted. */
function paintedInitials(): string | undefined {
  const initials = document.querySelector("[data-initials]");
  return initials ? getComputedStyle(initials, "::before").content : undefined;
}

test("a photo that cannot be loaded gives way to the initials", async () => {
  await renderThemed(<Avatar name="Ana Reyes" photo="/no-such-photo.png" />);
  await expect.poll(paintedInitials).toBe('"AR"');
});

test("initials in a button are no second label of it", async () => {
  await expectAccessibleInBothSchemes(
    <button type="button" aria-label="Account of Ines Duarte, online">
      <Avatar name="Ines Duarte" photo="/no-such-photo.png" isDecorative />
    </button>,
    () => expect.poll(paintedInitials).toBe('"ID"'),
  );
});

test("a new photo gets its own chance after a broken one", async () => {
  const screen = await renderThemed(<Avatar name="Ana Reyes" photo="/no-such-photo.png" />);
  await expect.poll(paintedInitials).toBe('"AR"');
  await screen.unmount();
  const again = await renderThemed(<Avatar name="Ana Reyes" photo={PIXEL} />);
  expect(again.container.querySelector("img")?.getAttribute("src")).toBe(PIXEL);
});

test.each([
  ["online", "Online"],
  ["away", "Away"],
  ["offline", "Offline"],
] as const)("presence %s has words", async (presence, words) => {
  await renderThemed(<PresenceDot presence={presence} />);
  await expect.element(page.getByRole("img", { name: words })).toBeVisible();
});

test("an avatar tells name, presence and status", async () => {
  await renderThemed(
    <Avatar
      name="Ana Reyes"
      presence="away"
      presenceLabel="Do Not Disturb"
      status={{ emoji: "🏝️", name: "On holiday" }}
    />,
  );
  for (const name of ["Ana Reyes", "Do Not Disturb", "On holiday"]) {
    await expect.element(page.getByRole("img", { name, exact: true })).toBeVisible();
  }
});

test("an unknown sender is the deleted user", async () => {
  await renderThemed(<Avatar />);
  await expect.element(page.getByRole("img", { name: "Deleted user" })).toBeVisible();
  expect(paintedInitials()).toBe('"DU"');
});

test("passes axe", async () => {
  await expectAccessibleInBothSchemes(
    <>
      {["Ana", "Ben Ode", "Cy", "Di Ka", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo Jo"].map((name) => (
        <Avatar key={name} name={name} presence="online" />
      ))}
      <Avatar name="12" presence="offline" status={{ emoji: "💬", name: "Talking" }} />
      <PresenceDot presence="away" />
    </>,
  );
});
