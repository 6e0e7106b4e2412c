import { people, signIn } from "../../support/demo-people.ts";
import { expect, test, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

/** The company's main number: it leads to the hunt group Reception, of which Ines is switched off. */
const RECEPTION = "12125550110";
const TIMEZONE = "America/New_York";
const MINUTE_MS = 60_000;

/** As a field for date and time takes it, by the company's clock. */
const fieldTime = (at: number): string =>
  new Date(at).toLocaleString("sv-SE", { timeZone: TIMEZONE }).slice(0, 16).replace(" ", "T");

test("[HUNT3] [SHIFT7] [DISP9] a dispatcher writes a shift, and when the clock passes its minute another phone rings", async ({
  page,
  consoleOf,
  request,
  server,
}) => {
  const [dev, ines] = await Promise.all([consoleOf("dev"), consoleOf("ines")]);
  const call = () =>
    request.post(`${server.url}/dev/calls?from=12125550171&to=${RECEPTION}&name=June%20Park&hz=900`);
  const hangUp = () => request.post(`${server.url}/dev/calls/hangup`);

  await signIn(page, people.maya, "/dispatch");
  const startsAt = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 2 * MINUTE_MS;
  await page.getByRole("button", { name: "Add shift" }).click();
  const dialog = page.getByRole("dialog", { name: "Add shift" });
  await dialog.getByLabel("Hunt group").selectOption("Reception");
  await dialog.getByLabel("Person").selectOption(people.ines.name);
  await dialog.getByLabel("From").fill(fieldTime(startsAt));
  await dialog.getByLabel(/^To/).fill(fieldTime(startsAt + 60 * MINUTE_MS));
  await dialog.getByLabel("Hand-over note").fill("The lift is out of order.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const group = page.getByRole("region", { name: "On call" }).getByRole("region", { name: "Reception" });
  await expect(group).toContainText(people.ines.name);
  await expect(group).toContainText("No one is on call");

  await call();
  await dev.rings("June Park");
  await ines.doesNotRing();
  await hangUp();
  await dev.doesNotRing();

  await server.moveClock(startsAt - Date.now() + 1_000);
  await expect(ines.page.getByText(/You're on call for Reception/)).toBeVisible();
  // By the server's clock their registrations have run out meanwhile; by their own they are still good.
  for (const { page: registered } of [dev, ines]) await registered.reload();
  await Promise.all([dev.isReady(), ines.isReady()]);
  await call();
  await ines.answer("June Park");
  await ines.hears(900);
  await dev.doesNotRing();
  await hangUp();
  await ines.isIdle();

  await group.getByRole("button", { name: `Shift of ${people.ines.name}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(group).not.toContainText(people.ines.name);
  await call();
  await dev.rings("June Park");
  await ines.doesNotRing();
  await hangUp();
});
