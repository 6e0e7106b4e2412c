import type { FaxBox } from "@offhook/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal, type ServiceReply } from "../../../testing/fake-service.ts";
import { RECORDS_LINE } from "../testing/faxes.ts";
import { renderFaxes } from "../testing/render-faxes.tsx";

const mail = () => page.getByRole("switch", { name: "Email new faxes" });
const receipts = () => page.getByRole("switch", { name: "Email receipts" });

/** The screen of a line whose switches are kept as the service would; `given` changes the line. */
async function showLine(given: Partial<FaxBox> = {}, refused?: ServiceReply) {
  let box: FaxBox = {
    mailbox: RECORDS_LINE,
    label: "Records",
    owned: true,
    manageable: true,
    agents: [1, 2],
    mail: false,
    receipts: true,
    way: "phone",
    ...given,
  };
  const rendered = await renderFaxes([], {
    path: `/faxes/lines/${RECORDS_LINE}`,
    prepare: (service) =>
      service
        .on("GET /fax/boxes", () => ({ result: [box] }))
        .on("PUT /fax/box", ({ body }) => {
          if (refused) return refused;
          box = { ...box, ...(body as Partial<FaxBox>) };
          return { result: box };
        }),
  });
  const change = (fields: Partial<FaxBox>): void => {
    box = { ...box, ...fields };
    rendered.tell({ type: "FAX_BOX", mailbox: RECORDS_LINE });
  };
  return { ...rendered, change, box: () => box };
}

test("[FXL10] the switches of a line, who works with it and how its faxes leave", async () => {
  const { screen, box } = await showLine();
  await expect.element(page.getByText("Faxes are sent over the phone line.")).toBeVisible();
  await expect.element(page.getByText("Maya Okafor, Dev Patel")).toBeVisible();
  await expectAccessible(screen.container);
  await expect.element(receipts()).toBeChecked();
  await mail().click();
  await expect.poll(() => box().mail).toBe(true);
  await receipts().click();
  await expect.poll(() => box().receipts).toBe(false);
});

test("[FXL10] a refused change is taken back, and a colleague's comes by itself", async () => {
  const { change } = await showLine({}, refusal(409, "unavailable", "Not now"));
  await mail().click();
  await expect.element(page.getByText("Not now")).toBeVisible();
  await expect.element(mail()).not.toBeChecked();
  change({ mail: true });
  await expect.element(mail()).toBeChecked();
});

test("[FXL10] whoever may not change them sees the switches locked", async () => {
  await showLine({ manageable: false, way: "none" });
  await expect.element(mail()).toBeDisabled();
  await expect.element(receipts()).toBeDisabled();
  await expect.element(page.getByText(/Faxes reach only fax lines of this server/)).toBeVisible();
});

test("the screen of a line the user does not work with says so", async () => {
  await renderFaxes([], { path: "/faxes/lines/12125550199" });
  await expect.element(page.getByText("Please check if user has access to this Fax Line")).toBeVisible();
});
