import { placeOf } from "@offhook/pbx";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LiveDirectory } from "../../pbx/directory/live-directory.ts";
import { exportCompany } from "../file/export-company.ts";
import { ProvisioningWorld } from "../testing/provisioning-world.ts";
import { findCompanyId } from "./stored-company-repository.ts";

let world: ProvisioningWorld;

beforeAll(async () => {
  world = await ProvisioningWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.nextCompany());

const lines = (text: string): string[] => text.trimEnd().split("\n");

test("a file makes a company that call control can use, and tells consoles by one event", async () => {
  expect(await world.apply(world.aFile())).toContain("17 new, 0 changed, 0 removed.");
  const id = await world.companyId();
  const directory = new LiveDirectory({
    database: world.database,
    sealer: world.sealer,
    browserAccount: () => undefined,
  });
  await directory.load();
  const config = directory.company(String(id));
  const [maya, desk] = config?.endpoints ?? [];
  expect(maya).toMatchObject({ name: "Maya Okafor", extension: "101", onBusy: { kind: "huntGroup" } });
  expect(desk?.userIds).toHaveLength(2);
  expect(config?.endpoints[2]).toMatchObject({ kind: "doorbell", mayCallOutside: false });
  expect(config?.queues[0]).toMatchObject({
    strategy: "longestIdle",
    agents: [{ isLoggedIn: true }, { isLoggedIn: false }],
    overflow: { kind: "mailbox" },
    // What the file does not say: nobody waits where nobody can come.
    leavesWhenEmpty: true,
  });
  expect(config?.huntGroups[0]?.lines.map(({ level }) => level)).toEqual([1, 2, 3]);
  expect(config?.mailboxes[0]?.pin).toBe("4711");
  expect(config?.outbound).toMatchObject({ dailySpendLimit: 12.5, isInternationalAllowed: false });
  expect(config?.parking).toMatchObject({ firstSlot: 701 });
  // [EMG2] Without words of its own a place is told in those of its address.
  expect(config && placeOf(config, maya)).toMatchObject({
    text: "7 Quay, floor 2, Springfield",
    address: { country: "US", street: "Quay", houseNumber: "7" },
  });
  expect(config && placeOf(config, desk)?.text).toBe("Harbor, 12 Main Street, CA");
  expect(directory.account(`maya-desk-${world.number}`)).not.toHaveProperty("userId");
  // [CALL20] On a shared line it is known whose phone declines.
  expect(desk?.userIds).toContain(directory.account(`shared-desk-${world.number}`)?.userId);
  expect(directory.account(`maya-desk-${world.number}`)?.secret).toEqual({
    kind: "password",
    password: "desk phone secret",
  });
  expect(directory.trunks().find((trunk) => trunk.id === `carrier-${world.number}`)).toMatchObject({
    password: "trunk secret",
    locationFormat: "header",
  });
  const events = await world.database.query
    .selectFrom("events")
    .select(["event"])
    .where("customer_id", "=", id)
    .execute();
  expect(events).toEqual([{ event: { type: "DID_UPDATE" } }]);
});

test("applied again it has nothing to do, and neither has what was exported from it", async () => {
  await world.apply(world.aFile());
  expect(await world.apply(world.aFile())).toBe(`${world.companyName}: nothing to do.\n`);
  const stored = await world.stored();
  const exported = exportCompany(stored);
  for (const secret of ["trunk secret", "desk phone secret", "4711", "first password"])
    expect(exported).not.toContain(secret);
  expect(exported).not.toContain("wrap_up_seconds");
  expect(await world.apply(exported, { isPruning: true })).toBe(`${world.companyName}: nothing to do.\n`);
});

test("a dry run tells what would be done and does nothing", async () => {
  const told = await world.apply(world.aFile(), { isDryRun: true });
  expect(lines(told)).toContain("  + phone maya");
  expect(told).toContain("(a dry run: nothing was written)");
  expect(await findCompanyId(world.database.query, world.companyName)).toBeUndefined();
});

test("changes are told field by field, secrets without their words", async () => {
  await world.apply(world.aFile());
  const told = await world.apply(
    world.aFile((text) =>
      text
        .replace("label: Maya Okafor", "label: Maya O.")
        .replace("desk phone secret", "another desk secret")
        .replace('pin: "4711"', 'pin: "0815"')
        .replace("daily_spend_limit: 12.5", "daily_spend_limit: 40"),
    ),
  );
  expect(lines(told)).toEqual([
    "  ~ phone maya: label Maya Okafor -> Maya O.",
    `  ~ desk phone maya-desk-${world.number}: password (not shown)`,
    "  ~ voicemail box 101: pin (not shown)",
    `  ~ dial plan ${world.companyName}: daily_spend_limit 12.5 -> 40`,
    `${world.companyName}: 0 new, 4 changed, 0 removed.`,
  ]);
});

test("the hours of a company are stored, exported, and refused where they say nothing", async () => {
  const open = (hours: string) =>
    world.aFile((text) => text.replace(/^company:\n/m, `company:\n  hours: ${hours}\n`));
  await world.apply(world.aFile());
  expect(await world.apply(open('["mon-fri 09:00-17:00"]'))).toContain('hours [] -> ["mon-fri 09:00-17:00"]');
  const stored = await world.stored();
  expect(exportCompany(stored)).toContain("- mon-fri 09:00-17:00");
  expect(await world.apply(world.aFile())).toContain('hours ["mon-fri 09:00-17:00"] -> []');
});

test("a queue's settings and skills are stored, exported and changed; logins and the order of agents stay", async () => {
  const withQueue = (penalty: number, skill = "spanish") =>
    world.aFile((text) =>
      text
        .replace(
          "strategy: longestIdle",
          'strategy: fewestCalls\n    hours: ["mon-fri 09:00-17:00"]\n    can_choose: true\n    callback: true\n    recording: always\n    caller_priorities: ["1212* 5"]\n    tag_priorities: ["Gold card 5", "vip 10"]',
        )
        .replace("{ phone: desk }", `{ phone: desk, penalty: ${penalty}, position: 3, skills: [${skill}] }`)
        .replace("to: queue 301 }", "to: queue 301, priority: 5, skills: [spanish] }"),
    );
  await world.apply(world.aFile((text) => text.replace(", { phone: desk }", "")));
  expect(await world.apply(withQueue(2))).toContain("strategy longestIdle -> fewestCalls");
  expect(await world.apply(withQueue(2))).toBe(`${world.companyName}: nothing to do.\n`);
  const id = await world.companyId();
  const members = () =>
    world.database.query
      .selectFrom("queue_members")
      .innerJoin("queues", "queues.id", "queue_members.queue_id")
      .innerJoin("phones", "phones.id", "queue_members.phone_id")
      .select(["phones.name", "available", "penalty", "position", "skills"])
      .where("queues.name", "=", "Scheduling")
      .where("phones.customer_id", "=", id)
      .orderBy("phones.name")
      .execute();
  expect(await members()).toEqual([
    { name: "desk", available: false, penalty: 2, position: 3, skills: ["spanish"] },
    { name: "maya", available: true, penalty: 0, position: 0, skills: [] },
  ]);
  // A supervisor puts Desk further back.
  await world.database.query
    .updateTable("queue_members")
    .from("phones")
    .set({ penalty: 7, position: 4 })
    .whereRef("phones.id", "=", "queue_members.phone_id")
    .where("phones.customer_id", "=", id)
    .where("phones.name", "=", "desk")
    .execute();
  expect(await world.apply(withQueue(2))).toBe(`${world.companyName}: nothing to do.\n`);
  await world.apply(withQueue(2, "billing"));
  expect(await members()).toMatchObject([
    { name: "desk", penalty: 7, position: 4, skills: ["billing"] },
    { name: "maya", penalty: 0, position: 0 },
  ]);
  const written = exportCompany(await world.stored());
  expect(written).toMatch(/callback: true/);
  expect(written).toMatch(/recording: always/);
  expect(written).toMatch(/caller_priorities:\n +- 1212\* 5/);
  expect(written).toMatch(/tag_priorities:\n +- Gold card 5\n +- vip 10/);
  expect(written).toMatch(/penalty: 7\n +position: 4\n +skills:\n +- billing/);
  expect(written).toContain("priority: 5");
});

test("a fax line's switches and the company's covers are stored, exported and left alone where not named", async () => {
  const line = `1646555${String(world.number).padStart(4, "0")}`;
  const withFax = (entry: string, covers = "[]") =>
    world.aFile(
      (text) =>
        `${text.replace(/^company:\n/m, `company:\n  fax_covers: ${covers}\n`).replace(/^fax_lines:.*\n(?: +.*\n)*/m, "")}fax_lines:\n  - { number: "${line}", name: Desk, ${entry} }\n`,
    );
  const covers = '[{ name: Clinic, headline: "12 Harbor Street", confidentiality: Secret }]';
  await world.apply(withFax("detect: true, station: HARBOR LIGHT, mail: true, receipts: false", covers));
  const stored = await world.stored();
  const written = exportCompany(stored);
  expect(written).toMatch(/station: HARBOR LIGHT\n {4}detect: true\n {4}mail: true\n {4}receipts: false/);
  expect(written).toContain("headline: 12 Harbor Street");
  expect(await world.apply(withFax("detect: true, station: HARBOR LIGHT", covers))).toBe(
    `${world.companyName}: nothing to do.\n`,
  );
  expect(await world.apply(withFax("users: []"))).toContain("detect true -> false");
  for (const wrong of ["station: '*'", "detect: maybe", "mail: 3"])
    await expect(world.apply(withFax(wrong))).rejects.toThrow();
});

test("a voicemail box's switches are people's own: they change only where the file names them", async () => {
  await world.apply(world.aFile());
  const named = (entry: string) =>
    world.aFile((text) => text.replace('pin: "4711"', `pin: "4711", ${entry}`));
  const manager = `managers: [maya@c${world.number}.example]`;
  expect(await world.apply(named(`keep_days: 30, mail: true, live: false, ${manager}`))).toContain(
    `~ voicemail box 101: managers [] -> ["maya@c${world.number}.example"], keep_days 0 -> 30, mail false -> true, live true -> false`,
  );
  expect(await world.apply(named(manager))).toBe(`${world.companyName}: nothing to do.\n`);
  const stored = await world.stored();
  expect(exportCompany(stored)).toMatch(/keep_days: 30\n {4}mail: true\n {4}live: false/);
  expect(await world.apply(named(`keep_days: 0, ${manager}`))).toContain("keep_days 30 -> 0");
});

test("somebody who does not read a voicemail box cannot manage it", async () => {
  const strange = world.aFile((text) =>
    text.replace('pin: "4711"', `managers: [dev@c${world.number}.example]`),
  );
  expect(await world.apply(strange)).toContain(
    `"dev@c${world.number}.example" is not among the users of the box`,
  );
});

test("what people have changed by themselves stays as it is", async () => {
  await world.apply(world.aFile());
  const id = await world.companyId();
  const own = { dnd: true, forwarding: "12125550177", dtype: "hangup", totalmaximum: 2 };
  await world.database.query.updateTable("phones").set(own).where("customer_id", "=", id).execute();
  await world.database.query.updateTable("queue_members").set({ available: false }).execute();
  await world.database.query.updateTable("hunt_group_lines").set({ available: false }).execute();
  await world.database.query
    .updateTable("users")
    .set({ mobile: "12125550188", password_hash: "own" })
    .execute();
  expect(await world.apply(world.aFile())).toBe(`${world.companyName}: nothing to do.\n`);
});

test("[HUNT5] lines that ring one by one keep the order of the file, those that ring together need none", async () => {
  const lines = (text: string): string => `lines: [{ number: "120" }, { number: "101" }, ${text}]`;
  const written =
    'lines: [{ number: "101" }, { number: "120", level: 2 }, { number: "12125550199", level: 3 }]';
  const changed = (rings: string, order: string): string =>
    world.aFile((text) => text.replace(written, `rings: ${rings}\n    ${order}`));
  const outside = '{ number: "12125550199" }';
  await world.apply(changed("one_by_one", lines(outside)));
  const group = (await world.stored()).hunt_groups?.[0];
  expect([group?.rings, group?.lines.map(({ number }) => number)]).toEqual([
    "one_by_one",
    ["120", "101", "12125550199"],
  ]);
  const other = `lines: [${outside}, { number: "120" }, { number: "101" }]`;
  expect(await world.apply(changed("one_by_one", other))).toContain("1 changed");
  expect((await world.stored()).hunt_groups?.[0]?.lines.map(({ number }) => number)).toEqual([
    "12125550199",
    "120",
    "101",
  ]);
  expect(await world.apply(changed("together", other))).toContain("1 changed");
  expect(await world.apply(changed("together", lines(outside)))).toContain("nothing to do");
});

test("two people trade their extensions", async () => {
  await world.apply(world.aFile());
  const traded = (text: string): string =>
    text
      .replace('firstname: Maya\n    extension: "101"', 'firstname: Maya\n    extension: "102"')
      .replace('firstname: Dev\n    extension: "102"', 'firstname: Dev\n    extension: "101"');
  expect(await world.apply(world.aFile(traded))).toContain("0 new, 2 changed, 0 removed.");
  expect(world.changed).toHaveLength(2);
});
