import { UNREACHABLE } from "../../support/complaints.ts";
import { Baresip } from "../../support/phone/baresip.ts";
import { test as base, EXTENSION, expect, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";
import { Linphone } from "../../support/phone/linphone.ts";
import type { StockPhone, StockPhoneOptions } from "../../support/phone/stock-phone.ts";

const PASSWORD = "a-desk-phones-secret";
const PIN = "4711";
const INES = "ines@harborlight.example";
const DESK_HZ = 1_700;
interface Phones {
  readonly baresip: Baresip;
  readonly linphone: Linphone;
}
type Program = keyof Phones;
type Programs = { readonly [Name in Program]: { start(options: StockPhoneOptions): Promise<Phones[Name]> } };
const PROGRAMS: Programs = { baresip: Baresip, linphone: Linphone };
type Transport = StockPhoneOptions["transport"];

interface DeskFixtures {
  /** A desk phone of Dev's or Ines's line, registered. */
  readonly deskPhone: <Name extends Program>(
    program: Name,
    transport: Transport,
    handle: "dev" | "ines",
    hz?: number,
  ) => Promise<Phones[Name]>;
  readonly start: <Name extends Program>(
    program: Name,
    options: Partial<StockPhoneOptions>,
  ) => Promise<Phones[Name]>;
}

const test = base.extend<DeskFixtures>({
  start: async ({ server }, use) => {
    const phones: StockPhone[] = [];
    await use(async (program, options) => {
      const { transport = "udp", username = "desk-dev", password = PASSWORD, hz = DESK_HZ } = options;
      const port = server.sipPorts[transport];
      const account = { username, password, domain: "localhost", transport, port, hz };
      const phone = await PROGRAMS[program].start(account);
      phones.push(phone);
      return phone;
    });
    await Promise.all(phones.map((phone) => phone.stop()));
  },
  deskPhone: async ({ start }, use) => {
    await use(async (program, transport, handle, hz = DESK_HZ) => {
      const phone = await start(program, { transport, username: `desk-${handle}`, hz });
      await phone.registers();
      return phone;
    });
  },
});
test.use(withMicrophones);

test.beforeAll(({ server }) =>
  server.apply({
    company: { name: "Harborlight Home Care" },
    voicemail_boxes: [{ name: EXTENSION.ines, label: "Ines Duarte", owner: INES, users: [INES], pin: PIN }],
    desk_phones: ["dev", "ines"].map((phone) => ({ username: `desk-${phone}`, phone, password: PASSWORD })),
  }),
);

for (const program of ["baresip", "linphone"] as const)
  for (const transport of ["udp", "tcp"] as const)
    test(`${program} over ${transport} and a browser call each other, with sound both ways`, async ({
      deskPhone,
      phoneOf,
    }) => {
      const { phone: maya } = await phoneOf("maya");
      const desk = await deskPhone(program, transport, "dev");

      await maya.call(EXTENSION.dev);
      await desk.rings();
      await desk.answer();
      await desk.talks();
      await maya.hears(DESK_HZ);
      await desk.hears(VOICE.maya);
      await maya.hangUp();
      await desk.hasEnded();

      await desk.call(EXTENSION.maya);
      await maya.takeCall();
      await desk.talks();
      await maya.hears(DESK_HZ);
      await desk.hears(VOICE.maya);
      await desk.hangUp();
      await desk.hasEnded();
      await maya.hasEnded();
    });

test("two desk phones of different makers call each other over UDP and TCP", async ({
  deskPhone,
  phoneOf,
}) => {
  const dev = await deskPhone("baresip", "udp", "dev", 1_100);
  const ines = await deskPhone("linphone", "tcp", "ines", 1_500);
  await ines.call(EXTENSION.dev);
  await dev.rings();
  await dev.answer();
  await Promise.all([dev.talks(), ines.talks()]);
  await Promise.all([dev.hears(1_500), ines.hears(1_100)]);
  await dev.hangUp();
  await ines.hasEnded();
  const { user } = await phoneOf("ines");
  await expect
    .poll(async () => (await user.call<object[]>("GET", "/phone/cdrs?limit=1"))[0])
    .toMatchObject({ dir: "out", status: "answer", number: EXTENSION.dev });
});

test("the light of a desk phone goes on for a message and off when it was heard by *97, whichever phone that was", async ({
  deskPhone,
  phoneOf,
}) => {
  const [{ phone: maya }, { user }] = [await phoneOf("maya"), await phoneOf("ines")];
  await user.call("PUT", "/messages/read", { type: "vox" });
  const baresip = await deskPhone("baresip", "udp", "ines");
  await baresip.light(false, /0\/\d+/);
  const linphone = await deskPhone("linphone", "tcp", "ines");
  for (const desk of [baresip, linphone]) {
    await maya.leaveMessage(`*${EXTENSION.ines}`);
    await baresip.light(true, /1\/\d+/);
    await desk.call("*97");
    await desk.talks();
    await desk.press(`0000#${PIN}#1`);
    await desk.hears(VOICE.maya);
    // On to the next; hung up in the middle, it would stay new.
    await desk.press("#");
    await baresip.light(false, /0\/[1-9]\d*/);
    await desk.hangUp();
    await desk.hasEnded();
  }
});

test("the echo test says back to a desk phone what it says", async ({ deskPhone }) => {
  const desk = await deskPhone("baresip", "tcp", "dev");
  await desk.call("*43");
  await desk.talks();
  await desk.hears(DESK_HZ);
  await desk.hangUp();
  await desk.hasEnded();
});

test("a wrong password and an unknown name are refused in the same way", async ({ start }) => {
  const refusals: string[] = [];
  for (const account of [{ password: "wrong" }, { username: "nobody" }]) {
    const phone = await start("baresip", account);
    refusals.push(await phone.says(/\d{3} \w+ \(Offhook\)/));
  }
  expect(refusals).toEqual(["403 Forbidden (Offhook)", "403 Forbidden (Offhook)"]);
});

test("a desk phone over udp rings after the server was killed, before it has registered again", async ({
  deskPhone,
  phoneOf,
  server,
  complaints,
}) => {
  complaints.expect(UNREACHABLE);
  const desk = await deskPhone("baresip", "udp", "dev");
  const registered = Date.now();
  await server.kill9();
  await server.boot();
  const { phone: maya } = await phoneOf("maya");
  await maya.call(EXTENSION.dev);
  await desk.rings();
  expect(Date.now() - registered, "it registers again after 54 s at the earliest").toBeLessThan(50_000);
  await desk.answer();
  await maya.hears(DESK_HZ);
  await maya.hangUp();
  await desk.hasEnded();
});
