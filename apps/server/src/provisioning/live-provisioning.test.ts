import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPerson } from "../demo/demo-people.ts";
import { DEVICE_PASSWORD, DOMAIN, PhoneWorld } from "../pbx/testing/phone-world.ts";
import { RobotPhone } from "../pbx/testing/robot-phone.ts";
import { readCompanyFile } from "./file/read-company-file.ts";
import { Provisioner } from "./provisioner.ts";

let world: PhoneWorld;
let provisioner: Provisioner;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["dev"] });
  provisioner = new Provisioner({
    database: world.server.database,
    sealer: world.sealer,
    hashPassword: async () => "hash",
    disableUser: async () => {},
    rolesChanged: () => {},
  });
});
afterAll(() => world.close());

async function apply(sections: string, isPruning = false): Promise<void> {
  const text = `company: { name: Harborlight Home Care }\n${sections}\n`;
  const read = readCompanyFile(text, "company.yaml", { env: () => undefined, file: () => undefined });
  if (!read.isRead) throw new Error(read.problems.join("\n"));
  const answer = await provisioner.apply(read.file, { isPruning });
  if (!answer.isDone) throw new Error(answer.problems.map(read.locate).join("\n"));
  await world.server.app.phonesSettled();
}

const register = (username: string): Promise<RobotPhone> =>
  RobotPhone.register({
    username,
    password: DEVICE_PASSWORD,
    domain: DOMAIN,
    transport: "udp",
    port: world.ports.udp,
    hz: 440,
  });

async function devices(): Promise<number> {
  const { body } = await world.server.app.fastify.inject({ method: "GET", url: "/metrics" });
  return Number(/^offhook_phone_system\{what="devices"\} (\d+)$/m.exec(body)?.[1]);
}

test("a file counts at once: a desk phone registers and calls, a room can be dialed, and what is pruned is signed out", async () => {
  await apply(
    `desk_phones: [{ username: workshop, phone: maya, password: ${DEVICE_PASSWORD} }]\n` +
      "rooms: [{ extension: 850, name: Workshop }]",
  );
  const dev = await world.phone("dev", 1_000);
  const workshop = await register("workshop");
  const call = await workshop.dial(demoPerson("dev").extension);
  const taken = await dev.takeCall();
  await call.hears(1_000);
  await taken.hears(440);
  call.hangUp();
  await world.isAtRest();

  const inRoom = await workshop.dial("850");
  await inRoom.talks();
  inRoom.hangUp();
  await world.isAtRest();

  expect(await devices()).toBe(2);
  await apply("desk_phones: []", true);
  expect(await devices()).toBe(0);
  workshop.vanish();
});
