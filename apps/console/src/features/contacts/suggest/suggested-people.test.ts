import { expect, test } from "vitest";
import { aContact } from "../../../testing/builders.ts";
import { suggestedPeople, wholeNumber } from "./suggested-people.ts";

test("[NEW1] a number is one when it has enough digits", () => {
  expect(wholeNumber("(212) 555-0177")).toBe("12125550177");
  expect(wholeNumber("+44 20 7946 0120")).toBe("442079460120");
  expect(wholeNumber("ana")).toBeUndefined();
  expect(wholeNumber("212")).toBeUndefined();
  expect(suggestedPeople("", [], [], { most: 8, by: "text" })).toEqual([]);
});

test("a text goes to the mobile number, and a fax to the one for faxes before any other", () => {
  const contact = aContact({
    name: "June Park",
    mobile: "12125550177",
    work: "12125550178",
    fax: "12125550179",
  });
  const numbers = (by: "text" | "fax") =>
    suggestedPeople("june", [], [contact], { most: 8, by }).map(({ number }) => number);
  expect(numbers("text")).toEqual(["12125550177", "12125550178"]);
  expect(numbers("fax")).toEqual(["12125550179", "12125550178"]);
});
