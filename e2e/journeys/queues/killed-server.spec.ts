import { UNREACHABLE } from "../../support/complaints.ts";
import { people } from "../../support/demo-people.ts";
import { Baresip } from "../../support/phone/baresip.ts";
import { expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const PASSWORD = "a-desk-phones-secret";
const CALLERS = [
  { line: "maya", name: "Maya Okafor" },
  { line: "tom", name: "Tom Reyes" },
  { line: "aisha", name: "Aisha Rahman" },
  { line: "grace", name: "Grace Lin" },
  { line: "carlos", name: "Carlos Mendoza" },
];
const CALLER_HZ = 1_700;
const SCHEDULING = "301";
const PATIENCE = { timeout: 30_000 };

test("[QRES2] five callers of a killed server wait on in their order with music, and an agent's page sees it without a reload", async ({
  consoleOf,
  server,
  complaints,
}) => {
  complaints.expect(UNREACHABLE);
  await server.apply({
    company: { name: "Harborlight Home Care" },
    desk_phones: CALLERS.map(({ line }) => ({ username: `desk-${line}`, phone: line, password: PASSWORD })),
  });
  const dev = await consoleOf("dev");
  await dev.page.goto("/acd");
  await dev.isReady();
  await dev.page.getByRole("button", { name: "Pause: Break" }).click();
  await expect(dev.page.getByRole("button", { name: "Resume" })).toBeVisible();
  const waiting = dev.page.getByRole("list", { name: "Waiting calls" }).getByRole("listitem");

  const callers: Baresip[] = [];
  try {
    for (const [index, { line }] of CALLERS.entries()) {
      const account = { username: `desk-${line}`, password: PASSWORD, domain: "localhost" };
      const way = { transport: "udp", port: server.sipPorts.udp, hz: CALLER_HZ } as const;
      const phone = await Baresip.start({ ...account, ...way });
      callers.push(phone);
      await phone.registers();
      await phone.call(SCHEDULING);
      await phone.talks();
      await expect(waiting).toHaveCount(index + 1);
    }
    const inOrder = CALLERS.map(({ name }) => new RegExp(name));
    await expect(waiting).toHaveText(inOrder);
    await Promise.all(callers.map((phone) => phone.hearsSound()));
    await dev.page.evaluate(() => Object.assign(window, { wasNeverReloaded: true }));

    await server.kill9();
    await expect(dev.page.getByText("Network offline")).toBeVisible(PATIENCE);
    await server.boot();
    await Promise.all(callers.map((phone) => phone.hearsSound()));
    await expect(dev.page.getByText("Network offline")).toBeHidden(PATIENCE);
    await expect(waiting).toHaveText(inOrder, PATIENCE);
    expect(await dev.page.evaluate(() => "wasNeverReloaded" in window)).toBe(true);

    await dev.isReady();
    await dev.page.getByRole("button", { name: "Resume" }).click();
    await dev.answer(people.maya.name);
    await dev.hears(CALLER_HZ);
    await callers[0]?.hears(VOICE.dev);
    await dev.press("Hang up");
    await callers[0]?.hasEnded();
    for (const phone of callers.slice(1)) {
      await phone.hangUp();
      await phone.hasEnded();
    }
    await dev.page.goto("/acd");
    await expect(dev.page.getByText("No one is waiting.")).toBeVisible();
  } finally {
    await Promise.all(callers.map((phone) => phone.stop()));
  }
});
