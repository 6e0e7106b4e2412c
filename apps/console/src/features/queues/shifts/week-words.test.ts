import { expect, test } from "vitest";
import { columnText, dayText, hourText, shiftRangeText, weekText } from "./week-words.ts";

test("[SHIFT10] times, days and weeks read as the company's clocks show them", () => {
  expect(hourText("2026-11-18T20:00")).toBe("8 PM");
  expect(hourText("2026-11-18T06:30")).toBe("6:30 AM");
  expect(dayText("2026-11-18")).toBe("Wed, Nov 18");
  expect(columnText("2026-11-18")).toBe("Wed 18");
  expect(weekText(["2026-12-28", "2027-01-03"])).toBe("Dec 28 to Jan 3, 2027");
  expect(shiftRangeText({ from: "2026-11-18T20:00", to: "2026-11-19T06:00" })).toBe(
    "Nov 18, 8:00 PM to Nov 19, 6:00 AM",
  );
  expect(shiftRangeText({ from: "2026-11-18T08:00", to: "2026-11-18T20:00" })).toBe(
    "Nov 18, 8:00 AM to 8:00 PM",
  );
});
