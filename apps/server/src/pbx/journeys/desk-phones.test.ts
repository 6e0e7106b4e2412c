import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DEMO_PEOPLE } from "../../demo/demo-people.ts";
import { createSecrets } from "../../platform/secrets.ts";
import { createSealer } from "../../platform/secrets-sealing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { deviceContext } from "../directory/live-directory.ts";
import { Baresip } from "../testing/baresip.ts";
import { freeTcpPort, freeUdpPort } from "../testing/free-ports.ts";
import { toneLevel } from "../testing/tone.ts";

const AUDIBLE = 0.02;
const password = "a desk phone's secret";
let server: TestApp;
let ports: { udp: number; tcp: number };
const phones: Baresip[] = [];

beforeAll(async () => {
  ports = { udp: await freeUdpPort(), tcp: await freeTcpPort() };
  server = await createTestApp({
    env: { SIP_UDP_PORT: String(ports.udp), SIP_TCP_PORT: String(ports.tcp), SIP_DOMAIN: "offhook.test" },
  });
  // The key of the test app's own secrets.
  const sealer = createSealer(createSecrets(Buffer.alloc(32, 1)).key("phone-system"));
  for (const handle of ["maya", "dev"]) {
    const person = DEMO_PEOPLE.find((each) => each.handle === handle);
    if (!person) throw new Error(`Nobody is called ${handle}`);
    const username = `desk-${handle}`;
    await server.database.query
      .insertInto("sip_devices")
      .values({
        username,
        customer_id: person.customerId,
        phone_id: person.id,
        sealed_password: sealer.seal(deviceContext(username), password.replaceAll(" ", "-")),
      })
      .execute();
  }
  await server.app.start();
});
afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
});

async function register(handle: string, transport: "udp" | "tcp", hz: number): Promise<Baresip> {
  const phone = await Baresip.start({
    username: `desk-${handle}`,
    password: password.replaceAll(" ", "-"),
    domain: "offhook.test",
    transport,
    port: ports[transport],
    hz,
  });
  phones.push(phone);
  await phone.says(/200 OK \(Offhook\)/);
  return phone;
}

const hears = (phone: Baresip, hz: number): Promise<void> =>
  vi.waitFor(async () => expect(toneLevel(await phone.heard(), hz)).toBeGreaterThan(AUDIBLE), {
    timeout: 20_000,
    interval: 200,
  });

test.each(["udp", "tcp"] as const)(
  "[DESK1] baresip registers over %s and hears its echo",
  async (transport) => {
    const phone = await register("maya", transport, 700);
    phone.command("dial", "sip:*43@offhook.test");
    await phone.tells("CALL_ESTABLISHED");
    await hears(phone, 700);
    phone.command("hangup");
    await phone.tells("CALL_CLOSED");
  },
);

test("[DESK2] two desk phones call each other over UDP and TCP, and the history has it", async () => {
  const maya = await register("maya", "udp", 700);
  const dev = await register("dev", "tcp", 1_100);
  maya.command("dial", "sip:102@offhook.test");
  await Promise.all([maya.tells("CALL_ESTABLISHED"), dev.tells("CALL_ESTABLISHED")]);
  await Promise.all([hears(maya, 1_100), hears(dev, 700)]);
  dev.command("hangup");
  await maya.tells("CALL_CLOSED");
  await vi.waitFor(async () => {
    const rows = await server.database.query
      .selectFrom("call_records")
      .select(["phone_id", "dir", "status"])
      .where("number", "in", ["101", "102"])
      .where("ended_at", "is not", null)
      .execute();
    expect(rows.map(({ dir, status }) => [dir, status]).sort()).toEqual([
      ["in", "answer"],
      ["out", "answer"],
    ]);
  });
});

test("[DESK3] a wrong password and an unknown name are refused in the same way", async () => {
  const refusals: string[] = [];
  for (const [username, secret] of [
    ["desk-maya", "wrong"],
    ["nobody", "wrong"],
  ] as const) {
    const phone = await Baresip.start({
      username,
      password: secret,
      domain: "offhook.test",
      transport: "udp",
      port: ports.udp,
      hz: 700,
    });
    phones.push(phone);
    refusals.push(await phone.says(/\d{3} \w+ \(Offhook\)/));
  }
  expect(refusals).toEqual(["403 Forbidden (Offhook)", "403 Forbidden (Offhook)"]);
});
