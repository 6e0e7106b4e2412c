import { expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const SCHEDULING = "12125550111";
const AGNES = "12125550164";
/** The caller listens for a moment before she presses the key. */
const PATIENCE = { timeout: 20_000 };

interface OutsideCall {
  readonly from: string;
  readonly to: string;
  readonly state: string;
}

test("[CBK2] [CBK3] a caller presses 1, hangs up, and is called back when an agent is free", async ({
  consoleOf,
  request,
  server,
}) => {
  const dev = await consoleOf("dev");
  await dev.page.goto("/acd");
  await dev.isReady();
  await dev.page.getByRole("button", { name: "Pause: Meeting" }).click();
  await expect(dev.page.getByRole("button", { name: "Resume" })).toBeVisible();
  const callsOfAgnes = async (): Promise<OutsideCall[]> => {
    const { calls } = await (await request.get(`${server.url}/dev/calls.json`)).json();
    return calls.filter(({ from }: OutsideCall) => from === AGNES);
  };

  await request.post(
    `${server.url}/dev/calls?from=${AGNES}&to=${SCHEDULING}&name=Agnes%20Kowalski&hz=900&keys=1`,
  );
  const waiting = dev.page.getByRole("region", { name: "Waiting calls" });
  const place = waiting.getByRole("listitem").filter({ hasText: "Agnes Kowalski" });
  await expect(place).toContainText("Callback", PATIENCE);
  await request.post(`${server.url}/dev/calls/hangup`);
  expect(await callsOfAgnes()).toMatchObject([{ state: "ended" }]);
  await expect(place).toContainText("Callback");

  await dev.page.getByRole("button", { name: "Resume" }).click();
  await dev.rings("Agnes Kowalski");
  await expect(dev.card()).toContainText("Callback: Scheduling");
  expect(await callsOfAgnes()).toHaveLength(1);
  await dev.answer();
  await expect
    .poll(callsOfAgnes, PATIENCE)
    .toMatchObject([{ state: "ended" }, { to: SCHEDULING, state: "talking" }]);
  // She says back what she hears.
  await dev.hears(VOICE.dev);
  await dev.press("Hang up");
  await dev.isIdle();
  await expect.poll(async () => (await callsOfAgnes()).at(-1)?.state, PATIENCE).toBe("ended");
  await dev.page.goto("/acd");
  await expect(waiting).toContainText("No one is waiting.");
});
