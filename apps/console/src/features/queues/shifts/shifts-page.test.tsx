import type { Shift, ShiftList } from "@offhook/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { aShift } from "../testing/a-shift.ts";
import { NOW_S } from "../testing/queue-statuses.ts";
import { ShiftsPage } from "./shifts-page.tsx";

const line = (phone: string, name: string, user_id: number) => ({
  phone,
  user_id,
  name,
  extension: `10${user_id}`,
  dnd: false,
  devices: [],
});

/** It is Monday, 10:00 in New York. */
const MONDAY: Shift = aShift({ from: "2030-01-07T08:00", to: "2030-01-07T18:00" });
const NIGHT: Shift = aShift({ user_id: 1, name: "Maya Okafor", phone: "maya" });

async function open(isSupervisor: boolean, list: Partial<ShiftList> = {}) {
  const asked: [string, unknown][] = [];
  const groups = [{ id: 5, name: "Nurses on call", extension: "402", on_call: "first" as const }];
  await renderSignedIn(
    <main>
      <ShiftsPage />
    </main>,
    {
      profile: { scope: isSupervisor ? ["calls", "supervision"] : ["calls"] },
      prepare: (service, tab) => {
        tab.clock.advance(NOW_S * 1000 - tab.clock.now());
        service
          .on("GET /shifts", ({ query }) => {
            asked.push(["GET /shifts", { ...query }]);
            const shifts = [MONDAY, NIGHT];
            return { result: { timezone: "America/New_York", groups, shifts, handovers: [], ...list } };
          })
          .on("GET /dispatch", () => ({
            result: {
              lines: [line("maya", "Maya Okafor", 1), line("dev", "Dev Patel", 2)],
              calls: [],
              slots: [],
              boxes: [],
            },
          }))
          .on("PUT /shifts/note", ({ body }) => {
            asked.push(["PUT /shifts/note", body]);
            return { result: { ...NIGHT, note: "All quiet" } };
          })
          .on("POST /shifts", ({ body }) => {
            asked.push(["POST /shifts", body]);
            return { result: [] };
          });
      },
    },
  );
  return asked;
}

const button = (name: string | RegExp) => page.getByRole("button", { name });

test("[SHIFT10] a week shows who is on call and where nobody is, and a gap is filled with its times", async () => {
  const asked = await open(true);
  await expect.element(page.getByRole("heading", { name: "Jan 7 to Jan 13, 2030" })).toBeVisible();
  expect(asked.at(-1)?.[1]).toEqual({ from: "2030-01-07T00:00", to: "2030-01-14T00:00" });
  await expect.element(button(/^Dev Patel 8 AM – 6 PM on Mon, Jan 7. Edit shift$/)).toBeVisible();
  // The night is on two days.
  expect(button(/^Maya Okafor .* Edit shift$/).elements()).toHaveLength(2);
  const gap = button(/^No one on call 6 PM – 8 PM on Mon, Jan 7. Add shift$/);
  (gap.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("From")).toHaveValue("2030-01-07T18:00");
  await expectAccessible(document.body);
  await button("Save").click();
  await expect
    .poll(() => asked.find(([route]) => route === "POST /shifts")?.[1])
    .toMatchObject({ huntgroup: 5, from: "2030-01-07T18:00", to: "2030-01-07T20:00" });
});

test("[SHIFT10] what is over offers nothing, and other weeks are asked for", async () => {
  const asked = await open(true);
  await expect.element(page.getByText("12 AM – 8 AM")).toBeVisible();
  await expect.element(button(/12 AM – 8 AM on Mon, Jan 7/)).not.toBeInTheDocument();
  await button("Next week").click();
  await expect.element(page.getByRole("heading", { name: "Jan 14 to Jan 20, 2030" })).toBeVisible();
  expect(asked.at(-1)?.[1]).toEqual({ from: "2030-01-14T00:00", to: "2030-01-21T00:00" });
  await button("This week").click();
  await expect.element(page.getByRole("heading", { name: "Jan 7 to Jan 13, 2030" })).toBeVisible();
});

test("[SHIFT11] people see their own shifts, read the note they were left and write their own", async () => {
  const note = { shift_id: NIGHT.id, name: "Lena Brandt", note: "Mr. Lee fell, see him first" };
  const asked = await open(false, { shifts: [NIGHT], handovers: [note] });
  await expect.element(page.getByText("Hand-over note from Lena Brandt")).toBeVisible();
  await expect.element(page.getByText("Mr. Lee fell, see him first")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Next week" })).not.toBeInTheDocument();
  await button(/^Write hand-over note for Nurses on call/).click();
  await page.getByRole("textbox", { name: "Note" }).fill("All quiet");
  await button("Save").click();
  await expect
    .poll(() => asked.find(([route]) => route === "PUT /shifts/note")?.[1])
    .toEqual({ id: NIGHT.id, note: "All quiet" });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expectAccessible(document.body);
});

test("[SHIFT11] whoever has no shifts is told so", async () => {
  await open(false, { shifts: [], groups: [] });
  await expect.element(page.getByText("You have no on-call shifts.")).toBeVisible();
});
