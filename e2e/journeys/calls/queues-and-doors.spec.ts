import { EXTENSION, expect, test, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("a caller of a queue, somebody at the door, a caller who is told by text, a colleague who is told in chat", async ({
  consoleOf,
  phoneOf,
  request,
  server,
}) => {
  const [dev, { phone: ines, user }] = await Promise.all([consoleOf("dev"), phoneOf("ines")]);
  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550111&name=June%20Park&hz=900`);
  await dev.rings();
  await expect(dev.card()).toContainText("Scheduling");
  await dev.answer();
  await dev.hears(900);
  await request.post(`${server.url}/dev/calls/hangup`);
  await dev.isIdle();

  await request.post(`${server.url}/dev/doorbell?to=${EXTENSION.dev}`);
  await dev.rings("Front door");
  await expect(dev.card()).toContainText("At the door");
  await dev.card().getByRole("button", { name: "Open", exact: true }).click();
  const digits = async (): Promise<string> =>
    (await (await request.get(`${server.url}/dev/doorbell.json`)).json()).calls.at(-1)?.digits;
  await expect.poll(digits, { timeout: 20_000 }).toBe("55");
  await dev.page.getByRole("button", { name: "Hang up", exact: true }).first().click();
  await dev.isIdle();

  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550142&name=June%20Park`);
  await dev.declineWith("Will call you right back");
  const texts = async (): Promise<{ to: string; text: string }[]> =>
    (await (await request.get(`${server.url}/dev/texts.json?to=12125550177`)).json()).result.texts;
  await expect
    .poll(texts, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ to: "12125550177", text: "Will call you right back" }));
  await request.post(`${server.url}/dev/calls/hangup`);

  const told = async (): Promise<number> =>
    (await user.call<{ total: number }>("GET", "/teams/search?Term=Will%20call%20you%20right%20back")).total;
  const before = await told();
  await ines.call(EXTENSION.dev);
  await dev.declineWith("Will call you right back", "Ines");
  await expect.poll(told, { timeout: 20_000 }).toBe(before + 1);
  // She has come to his voicemail.
  await ines.hangUp();
});
