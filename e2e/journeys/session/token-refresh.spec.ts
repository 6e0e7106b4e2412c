import { REFUSED_401 } from "../../support/complaints.ts";
import { fillCredentials, people, signInByForm } from "../../support/demo-people.ts";
import { phoneRegisters } from "../../support/phone/phone-registers.ts";
import { spoilAccessToken, storedSession } from "../../support/stored-session.ts";
import { expect, test } from "../../support/test.ts";

const { ines, tom } = people;

test("an expired token is replaced once, unseen, for all requests of all tabs", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(REFUSED_401);
  await signInByForm(page, ines);
  // Open already, it would hear of the spoiled token and might be cut off by its reload in the middle of a refresh.
  const other = await context.newPage();
  const before = await storedSession(page);
  let refreshes = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh-token")) refreshes += 1;
  });

  await spoilAccessToken(page);
  await Promise.all([page.goto("/settings"), other.goto("/settings")]);
  for (const tab of [page, other]) {
    await expect(
      tab.getByRole("region", { name: "Signed-in devices" }).getByText("This device"),
    ).toBeVisible();
    await expect(tab).toHaveURL("/settings");
  }
  expect(refreshes).toBe(1);
  const after = await storedSession(page);
  expect(after.token).not.toBe(before.token);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(after.accounts[0]?.refreshToken).toBe(after.refreshToken);
});

test("a refresh token that turns up twice ends the session for whoever holds it", async ({
  page,
  server,
  complaints,
}) => {
  complaints.expect(REFUSED_401);
  const registered = phoneRegisters(page);
  await signInByForm(page, tom);
  await page.getByRole("navigation").getByRole("link", { name: "Contacts" }).click();
  await expect(page).toHaveURL("/contacts");
  await registered;
  const { refreshToken } = await storedSession(page);
  const { appKey } = await (await page.request.get("/config.json")).json();
  const headers = { "X-App-Key": appKey };
  const trade = async () => {
    const reply = await page.request.post("/api/auth/refresh-token", { headers, data: { refreshToken } });
    return reply.json();
  };
  const { token } = (await trade()).result;
  const profile = async () => {
    const reply = await page.request.get("/api/myProfile", {
      headers: { ...headers, Authorization: `Bearer ${token}` },
    });
    return reply.json();
  };
  expect((await profile()).error).toBeNull();

  // For half a minute a repeated trade may be two tabs of one browser; after that it is theft.
  expect((await trade()).error).toBeNull();
  await server.moveClock(31_000);
  expect((await trade()).error?.code).toBe(433);
  expect((await profile()).error.code).toBe(433);
  await expect(page).toHaveURL("/login");
  expect(await storedSession(page)).toMatchObject({ token: null, refreshToken: null });

  await fillCredentials(page, tom.username);
  await expect(page).toHaveURL("/contacts");
});
