import { deflateSync } from "node:zlib";
import { openAccountMenu, people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { tom, maya } = people;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, check]);
}

/** A real picture: one gray square of eight by eight. */
function aPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(8, 0);
  header.writeUInt32BE(8, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc(8 * 9, 0x88);
  for (let row = 0; row < 8; row += 1) rows[row * 9] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("the profile is edited, and every device shows the new name", async ({ page, openBrowser }) => {
  await signIn(page, tom);
  const laptop = await (await openBrowser()).newPage();
  await signIn(laptop, tom);
  await openAccountMenu(page, tom);
  await page.getByRole("menuitem", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit your profile" });
  await expect(dialog.getByRole("textbox", { name: "Team chat nickname" })).toBeHidden();
  await dialog.getByRole("textbox", { name: "First name" }).fill("Tomás");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  await expect(laptop.getByRole("button", { name: /^Account of Tomás Reyes/ })).toBeVisible();
});

test("a photo of a wrong type is refused, a right one is taken and can be removed", async ({ page }) => {
  await signIn(page, maya);
  await openAccountMenu(page, maya);
  await page.getByRole("menuitem", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit your profile" });
  const choose = dialog.locator('input[type="file"]');
  const disguised = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };
  await choose.setInputFiles(disguised);
  await expect(page.getByText("Wrong image type. It must be .png, .gif or .jpeg")).toBeVisible();

  await choose.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: aPng() });
  await expect(dialog.getByRole("button", { name: "Remove photo" })).toBeEnabled();
  const photo = page.getByRole("button", { name: /^Account of Maya/, includeHidden: true }).locator("img");
  await expect(photo).toHaveJSProperty("complete", true);
  await dialog.getByRole("button", { name: "Remove photo" }).click();
  const question = page.getByRole("dialog", { name: "Remove your photo?" });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Image removed successfuly")).toBeVisible();
});

test("feedback is sent; an idea needs words, an issue does not", async ({ page }) => {
  await signIn(page, maya);
  const open = async (item: string): Promise<void> => {
    await openAccountMenu(page, maya);
    await page.getByRole("menuitem", { name: "Help & Support" }).hover();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await open("Share idea");
  const idea = page.getByRole("dialog", { name: "Share your idea" });
  await expect(idea.getByRole("button", { name: "SUBMIT" })).toBeDisabled();
  await idea.getByRole("textbox").fill("Hold music by request");
  await idea.getByRole("button", { name: "SUBMIT" }).click();
  await expect(page.getByText("Feedback sent successfully")).toBeVisible();

  await open("Report issue");
  const issue = page.getByRole("dialog", { name: "Report Issue" });
  const sent = page.waitForRequest("**/api/send/feedback");
  await issue.getByRole("button", { name: "SUBMIT" }).click();
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ type: "issue" });
  expect(JSON.stringify(body)).not.toContain("Bearer ey");
});
