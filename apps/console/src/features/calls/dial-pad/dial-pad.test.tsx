import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { aContact } from "../../../testing/builders.ts";
import { type RenderCallsOptions, renderCalls } from "../testing/render-calls.tsx";
import { DialPad } from "./dial-pad.tsx";

const field = () => page.getByRole("combobox", { name: "Number or name" });
const callButton = () => page.getByRole("button", { name: "Call", exact: true });

async function renderPad(options: RenderCallsOptions & { readonly number?: string } = {}) {
  const onCall = vi.fn();
  const { number = "", ...rest } = options;
  const rendered = await renderCalls(<DialPad initialNumber={number} onCall={onCall} />, rest);
  return { ...rendered, onCall };
}

test("keys are pressed, deleted and called; the pad is empty afterwards and remembers", async () => {
  const { phone, onCall, store } = await renderPad();
  for (const key of ["2 ABC", "Star", "Hash", "0, hold for plus"]) {
    await page.getByRole("button", { name: key }).click();
  }
  await expect.element(field()).toHaveValue("2*#0");
  await page.getByRole("button", { name: "Delete last digit" }).click();
  await callButton().click();
  expect(phone.asked).toEqual([["dial", { number: "2*#" }]]);
  expect(onCall).toHaveBeenCalledWith("call-1", { number: "2*#" });
  await expect.element(field()).toHaveValue("");
  expect(JSON.parse(store.get("recentNumbers") ?? "")).toEqual([
    { value: "2*#", title: "2*#", contactId: null, icon: "number" },
  ]);
});

test("[DIAL6] holding 0 types a plus, and only that", async () => {
  await renderPad();
  const zero = page.getByRole("button", { name: "0, hold for plus" });
  await zero.click({ delay: 700 });
  await expect.element(field()).toHaveValue("+");
  await zero.click();
  await expect.element(field()).toHaveValue("+0");
});

test("[DIAL2] a name is suggested, arrows choose, Enter calls the chosen one", async () => {
  const { phone } = await renderPad();
  await field().fill("rey");
  await expect
    .element(page.getByRole("option", { name: "Tom Reyes" }))
    .toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(phone.asked).toEqual([["dial", { number: "105" }]]);
});

test("[DIAL3] the address book is suggested too, by name and by number", async () => {
  const { phone } = await renderPad({ contacts: [aContact({ name: "June Park", mobile: "12125550177" })] });
  await field().fill("june");
  await expect
    .element(page.getByRole("option", { name: /June Park/ }))
    .toHaveTextContent("Mobile (212) 555-0177");
  await field().fill("0177");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(phone.asked).toEqual([["dial", { number: "12125550177" }]]);
});

test("[DIAL2] Enter dials a number as it was typed, whoever else it might be", async () => {
  const { phone } = await renderPad();
  await field().fill("10");
  await expect.element(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(phone.asked).toEqual([["dial", { number: "10" }]]);
});

test("nothing to dial leads back to the field, without a call", async () => {
  const { phone } = await renderPad();
  await callButton().click();
  await expect.element(field()).toHaveFocus();
  expect(phone.asked).toEqual([]);
});

test("[DIAL5] digits reach the field from anywhere on the page", async () => {
  await renderPad();
  (page.getByRole("button", { name: "Dial from other device" }).element() as HTMLElement).focus();
  await userEvent.keyboard("43");
  await expect.element(field()).toHaveValue("43");
});

test("the line is chosen for the call, with its number", async () => {
  const line = { label: "Front desk", extension: "101", callerID: "12125550101", callerIDint: "101" };
  const { phone } = await renderPad({
    number: "102",
    profile: {
      phones: [
        { ...line, name: "reception" },
        { ...line, name: "night", label: "Night", callerID: "" },
      ],
    },
  });
  await page.getByRole("combobox", { name: "Calling as" }).selectOptions("Night");
  await callButton().click();
  expect(phone.asked).toEqual([["dial", { number: "102", line: "night" }]]);
});

test("with video, and from another device", async () => {
  const { phone } = await renderPad({ number: "102" });
  await page.getByRole("button", { name: "Call with video" }).click();
  await field().fill("103");
  await page.getByRole("button", { name: "Dial from other device" }).click();
  expect(phone.asked).toEqual([
    ["dial", { number: "102", camera: true }],
    ["dialFromOtherDevice", "103", undefined],
  ]);
});

test("what another device calls leaves the pad empty and shows no call here", async () => {
  const { phone, onCall } = await renderPad({
    number: "102",
    settings: { liveCallHandler: { value: "mobile", title: "My mobile phone" } },
  });
  phone.dialedId = undefined;
  await callButton().click();
  expect(phone.asked).toEqual([["dial", { number: "102" }]]);
  await expect.element(field()).toHaveValue("");
  expect(onCall).not.toHaveBeenCalled();
});

test("[DIAL8] a refusal is said in its own words and the number stays", async () => {
  const { phone } = await renderPad({ number: "102" });
  phone.refuseNext("No mobile phone number selected");
  await page.getByRole("button", { name: "Dial from other device" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("No mobile phone number selected");
  await expect.element(field()).toHaveValue("102");
});

test("a missing device leaves the number where it is", async () => {
  const { phone, onCall } = await renderPad({ number: "102" });
  phone.dialedId = undefined;
  await callButton().click();
  await expect.element(field()).toHaveValue("102");
  expect(onCall).not.toHaveBeenCalled();
});

test("[DIAL4] recent numbers are called, and forgotten", async () => {
  const { phone } = await renderPad({
    prepare: (_service, { store }) =>
      store.set(
        "recentNumbers",
        JSON.stringify([
          { value: "103", title: "Ines Duarte", contactId: "-3", icon: "person" },
          { value: "*43", title: "*43", contactId: null, icon: "service" },
        ]),
      ),
  });
  await page.getByRole("button", { name: "Remove *43" }).click();
  await expect.element(page.getByRole("listitem")).toHaveTextContent("Ines DuarteExt. 103");
  await page.getByRole("button", { name: /^Ines Duarte/ }).click();
  expect(phone.asked).toEqual([["dial", { number: "103" }]]);
});

test.each(["light", "dark"] as const)("passes axe, %s", async (scheme) => {
  const { screen } = await renderPad({ scheme });
  await expectAccessible(screen.container);
  await field().fill("rey");
  await expectAccessible(screen.container);
});

test("[EMG7] an emergency number is met with what becomes of the call, and other numbers are not", async () => {
  await renderPad({
    prepare: (service) =>
      service.on("GET /phone/emergency", () => ({
        result: { numbers: ["911"], location: "", has_carrier: true, is_carrier_up: true },
      })),
  });
  await field().fill("91");
  await field().fill("911");
  await expect
    .element(page.getByText("No emergency location is set for your line.", { exact: false }))
    .toBeVisible();
  await field().fill("9112");
  await expect.element(page.getByText("No emergency location", { exact: false })).not.toBeInTheDocument();
});
