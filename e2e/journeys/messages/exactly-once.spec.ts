import { SmppCarrier } from "@offhook/simulator/smpp-carrier";
import { expect, test } from "@playwright/test";
import { TestServer } from "../../support/server.ts";
import { type SeenText, TextingClient } from "../../support/texting/texting-client.ts";

/** `OFFHOOK_TEXT_CRASHES=full` sends 2,000 texts through five kills; otherwise 200 through two. */
const IS_FULL = process.env.OFFHOOK_TEXT_CRASHES === "full";
const PLAN = IS_FULL
  ? { texts: 2_000, kills: 5, cuts: 8, timeoutMs: 1_800_000 }
  : { texts: 200, kills: 2, cuts: 2, timeoutMs: 300_000 };
const CLIENTS = 10;
const LINE = "12125550111";
const PEOPLE = ["dev", "ines", "maya", "priya", "samuel"].map((name) => `${name}@harborlight.example`);
const CONVERSATIONS = Array.from({ length: 25 }, (_, index) => `1646555${2_000 + index}`);
const CUT_MS = 400;

test.describe.configure({ timeout: PLAN.timeoutMs });

test("every text that was acknowledged reaches the carrier once, whatever dies on the way", async () => {
  const receipt = { state: "DELIVERED", error: "000", afterMs: 50 } as const;
  const carrier = await SmppCarrier.start({ keptTexts: 10 * PLAN.texts, behaviorOf: () => ({ receipt }) });
  const server = await TestServer.start({
    SMPP_URL: carrier.url,
    SMPP_PASSWORD: carrier.password,
    SMPP_PER_SECOND: "1000",
    RATE_PER_MINUTE: "0",
  });
  const clients: TextingClient[] = [];
  try {
    for (let index = 0; index < CLIENTS; index += 1)
      clients.push(await TextingClient.signIn(server.url, PEOPLE[index % PEOPLE.length] ?? ""));
    const trouble = makeTrouble(server, carrier);
    await Promise.all(clients.map((client, index) => sendAll(client, index)));
    await trouble;

    const acknowledged = clients.flatMap((client) => client.acknowledged);
    expect(new Set(acknowledged).size).toBe(PLAN.texts);
    const carried = () => carrier.texts().map(({ text }) => text);
    await expect.poll(() => carried().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(PLAN.texts);
    expect(carried().sort()).toEqual(acknowledged.toSorted());
    expectInOrder(carrier);

    await expectOneHistory(clients);
  } finally {
    for (const client of clients) client.end();
    await server.dispose();
    await carrier.stop();
  }
});

/** Each kill and each cut comes when so much has gone through, in the middle of everything. */
async function makeTrouble(server: TestServer, carrier: SmppCarrier): Promise<void> {
  const steps = PLAN.kills + PLAN.cuts;
  for (let step = 1; step <= steps; step += 1) {
    const due = Math.floor((step * PLAN.texts) / (steps + 1));
    while (carrier.texts().length < due)
      await new Promise<void>((resolve) => {
        const stop = carrier.onText(() => {
          stop();
          resolve();
        });
      });
    const isKill = Math.floor((step * PLAN.kills) / steps) > Math.floor(((step - 1) * PLAN.kills) / steps);
    if (isKill) {
      await server.kill9();
      await server.boot();
    } else carrier.cut(CUT_MS);
  }
}

/** One after the other, each in another conversation that others write in too. */
async function sendAll(client: TextingClient, who: number): Promise<void> {
  for (let index = 0; index < PLAN.texts / CLIENTS; index += 1) {
    const receiver = CONVERSATIONS[(who + index) % CONVERSATIONS.length] ?? "";
    await client.send(LINE, receiver, `${who}.${String(index).padStart(4, "0")}`);
  }
}

function expectInOrder(carrier: SmppCarrier): void {
  for (const number of CONVERSATIONS)
    for (let who = 0; who < CLIENTS; who += 1) {
      const own = carrier
        .texts()
        .filter(({ to, text }) => to === number && text.startsWith(`${who}.`))
        .map(({ text }) => text);
      expect(own).toEqual(own.toSorted());
    }
}

/** Asked anew, and as it was heard bit by bit over connections that were cut. */
async function expectOneHistory(clients: readonly TextingClient[]): Promise<void> {
  const [first, ...others] = clients;
  if (!first) throw new Error("Nobody is there");
  const wholeHistory = async (client: TextingClient): Promise<SeenText[][]> => {
    const threads: SeenText[][] = [];
    for (const number of CONVERSATIONS) threads.push(await client.history(LINE, number));
    return threads;
  };
  await expect
    .poll(async () => new Set((await wholeHistory(first)).flat().map(({ status }) => status)), {
      timeout: 60_000,
    })
    .toEqual(new Set(["delivered"]));
  const truth = await wholeHistory(first);
  expect(truth.flat()).toHaveLength(PLAN.texts);
  for (const other of others) expect(await wholeHistory(other)).toEqual(truth);
  const byId = (one: SeenText, other: SeenText): number => Number(one.id) - Number(other.id);
  for (const client of clients) {
    expect(client.resets).toBe(0);
    await expect
      .poll(() => [...client.heard.values()].sort(byId), { timeout: 30_000 })
      .toEqual(truth.flat().sort(byId));
  }
}
