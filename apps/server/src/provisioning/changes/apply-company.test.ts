import { placeOf } from "@offhook/pbx";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { LiveDirectory } from "../../pbx/directory/live-directory.ts";
import { createSealer } from "../../platform/secrets/secrets-sealing.ts";
import { exportCompany } from "../file/export-company.ts";
import { readCompanyFile } from "../file/read-company-file.ts";
import { type ApplyOptions, applyCompany, type ProvisioningDeps } from "./apply-company.ts";
import { describePlan } from "./describe-plan.ts";
import { findCompanyId, readStoredCompany } from "./stored-company-repository.ts";

const sealer = createSealer(Buffer.alloc(32, 7));
let database: TestDatabase;
let deps: ProvisioningDeps;
let disabled: number[];
let changed: number[];
let number = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  disabled = [];
  changed = [];
  number += 1;
  deps = {
    database,
    sealer,
    hashPassword: async (password) => `hash of ${password}`,
    rolesChanged: (userId) => changed.push(userId),
    disableUser: async (tx, userId) => {
      disabled.push(userId);
      await tx.query.updateTable("users").set({ disabled_at: new Date() }).where("id", "=", userId).execute();
    },
  };
});

/** Names that are one for the whole installation carry the number of the test. */
const aFile = (changes: (text: string) => string = (text) => text): string =>
  changes(`company:
  name: Company ${number}
trunks:
  - id: carrier-${number}
    host: sip.carrier.example
    username: "${number}"
    password: trunk secret
    registers: true
    location_format: header
    rates: [{ prefix: "1", per_minute: 0.01 }]
users:
  - username: maya@c${number}.example
    firstname: Maya
    extension: "101"
    initial_password: first password
  - username: dev@c${number}.example
    firstname: Dev
    extension: "102"
    roles: { tc_fax: "0", tc_chat: "1" }
phones:
  - name: maya
    label: Maya Okafor
    extension: "101"
    number: "1212555${String(number).padStart(4, "0")}"
    users: [maya@c${number}.example]
    emergency_address: { street: Quay, house_number: "7", city: Springfield, floor: "2" }
    when_busy: huntgroup 401
  - name: desk
    extension: "120"
    users: [dev@c${number}.example, maya@c${number}.example]
  - name: door
    kind: doorbell
    extension: "190"
desk_phones:
  - { username: maya-desk-${number}, phone: maya, label: Yealink, password: desk phone secret }
  - { username: shared-desk-${number}, phone: desk, user: maya@c${number}.example, password: another secret word }
voicemail_boxes:
  - { name: "101", label: Maya, owner: maya@c${number}.example, users: [maya@c${number}.example], pin: "4711" }
sms_lines:
  - { number: "1646555${String(number).padStart(4, "0")}", name: Main, users: [dev@c${number}.example] }
queues:
  - extension: "301"
    name: Scheduling
    strategy: longestIdle
    overflow: voicemail 101
    agents: [{ phone: maya, logged_in: true }, { phone: desk }]
hunt_groups:
  - name: Reception
    extension: "401"
    lines: [{ number: "101" }, { number: "120", level: 2 }, { number: "12125550199", level: 3 }]
rooms: [{ extension: "800", name: Team }]
numbers: [{ number: "1718555${String(number).padStart(4, "0")}", to: queue 301 }]
blocked_callers: [{ number: "12125550166" }]
dial_plan:
  trunks: [carrier-${number}]
  daily_spend_limit: 12.5
  blocked_prefixes: ["1900"]
  emergency: { address: { name: Harbor, street: Main Street, house_number: "12", country: CA } }
  parking: { extension: "700", first: 701, last: 709 }
`);

async function apply(text: string, options: ApplyOptions = {}): Promise<string> {
  const read = readCompanyFile(text, "company.yaml", { env: () => undefined, file: () => undefined });
  if (!read.isRead) throw new Error(read.problems.join("\n"));
  const applied = await applyCompany(deps, read.file, options);
  if (!applied.isApplied) return applied.problems.map(read.locate).join("\n");
  return describePlan(applied.plan, options.isDryRun ?? false);
}

const companyId = async (): Promise<number> =>
  (await findCompanyId(database.query, `Company ${number}`)) ?? 0;
const lines = (text: string): string[] => text.trimEnd().split("\n");

test("a file makes a company that call control can use, and tells consoles by one event", async () => {
  expect(await apply(aFile())).toContain("17 new, 0 changed, 0 removed.");
  const id = await companyId();
  const directory = new LiveDirectory({ database, sealer, browserAccount: () => undefined });
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
  expect(directory.account(`maya-desk-${number}`)).not.toHaveProperty("userId");
  // [CALL20] On a shared line it is known whose phone declines.
  expect(desk?.userIds).toContain(directory.account(`shared-desk-${number}`)?.userId);
  expect(directory.account(`maya-desk-${number}`)?.secret).toEqual({
    kind: "password",
    password: "desk phone secret",
  });
  expect(directory.trunks().find((trunk) => trunk.id === `carrier-${number}`)).toMatchObject({
    password: "trunk secret",
    locationFormat: "header",
  });
  const events = await database.query
    .selectFrom("events")
    .select(["event"])
    .where("customer_id", "=", id)
    .execute();
  expect(events).toEqual([{ event: { type: "DID_UPDATE" } }]);
});

test("applied again it has nothing to do, and neither has what was exported from it", async () => {
  await apply(aFile());
  expect(await apply(aFile())).toBe(`Company ${number}: nothing to do.\n`);
  const stored = await readStoredCompany(database.query, await companyId(), sealer);
  const exported = exportCompany(stored);
  for (const secret of ["trunk secret", "desk phone secret", "4711", "first password"])
    expect(exported).not.toContain(secret);
  expect(exported).not.toContain("wrap_up_seconds");
  expect(await apply(exported, { isPruning: true })).toBe(`Company ${number}: nothing to do.\n`);
});

test("a dry run tells what would be done and does nothing", async () => {
  const told = await apply(aFile(), { isDryRun: true });
  expect(lines(told)).toContain("  + phone maya");
  expect(told).toContain("(a dry run: nothing was written)");
  expect(await findCompanyId(database.query, `Company ${number}`)).toBeUndefined();
});

test("changes are told field by field, secrets without their words", async () => {
  await apply(aFile());
  const told = await apply(
    aFile((text) =>
      text
        .replace("label: Maya Okafor", "label: Maya O.")
        .replace("desk phone secret", "another desk secret")
        .replace('pin: "4711"', 'pin: "0815"')
        .replace("daily_spend_limit: 12.5", "daily_spend_limit: 40"),
    ),
  );
  expect(lines(told)).toEqual([
    "  ~ phone maya: label Maya Okafor -> Maya O.",
    `  ~ desk phone maya-desk-${number}: password (not shown)`,
    "  ~ voicemail box 101: pin (not shown)",
    `  ~ dial plan Company ${number}: daily_spend_limit 12.5 -> 40`,
    `Company ${number}: 0 new, 4 changed, 0 removed.`,
  ]);
});

test("what people have changed by themselves stays as it is", async () => {
  await apply(aFile());
  const id = await companyId();
  const own = { dnd: true, forwarding: "12125550177", dtype: "hangup", totalmaximum: 2 };
  await database.query.updateTable("phones").set(own).where("customer_id", "=", id).execute();
  await database.query.updateTable("queue_members").set({ available: false }).execute();
  await database.query.updateTable("hunt_group_lines").set({ available: false }).execute();
  await database.query.updateTable("users").set({ mobile: "12125550188", password_hash: "own" }).execute();
  expect(await apply(aFile())).toBe(`Company ${number}: nothing to do.\n`);
});

describe("what is in the store and not in the file", () => {
  const without = (text: string): string =>
    text
      .replace(/ {2}- name: door\n {4}kind: doorbell\n {4}extension: "190"\n/, "")
      .replace(/voicemail_boxes:\n.*\n/, "voicemail_boxes: []\n")
      .replace("overflow: voicemail 101", "overflow: hangup")
      .replace(/blocked_callers: .*\n/, "");

  test("stays and is named; with --prune it goes, and what the file says nothing of is left alone", async () => {
    await apply(aFile());
    expect(await apply(aFile(without))).toContain("= phone door stays: only --prune removes things");
    const told = await apply(aFile(without), { isPruning: true });
    expect(lines(told)).toEqual(expect.arrayContaining(["  - phone door", "  - voicemail box 101"]));
    expect(told).not.toContain("blocked caller");
  });

  test("an SMS line goes, unless a table of messages would lose rows with it", async () => {
    await apply(aFile());
    const id = await companyId();
    const line = await database.query
      .selectFrom("sms_lines")
      .select("id")
      .where("customer_id", "=", id)
      .executeTakeFirstOrThrow();
    const table = sql.table(`letters_${number}`);
    await sql`create table ${table} (sms_line_id integer references sms_lines (id) on delete cascade)`.execute(
      database.query,
    );
    await sql`insert into ${table} values (${line.id})`.execute(database.query);
    const none = (text: string): string => text.replace(/sms_lines:\n.*\n/, "sms_lines: []\n");
    expect(await apply(aFile(none), { isPruning: true })).toContain(
      `1 rows of letters_${number} belong to it`,
    );
    await sql`drop table ${table}`.execute(database.query);
    expect(await apply(aFile(none), { isPruning: true })).toContain("- SMS line");
  });

  test("a box with messages cannot go", async () => {
    await apply(aFile());
    const id = await companyId();
    const box = await database.query
      .selectFrom("voicemail_boxes")
      .select("id")
      .where("customer_id", "=", id)
      .executeTakeFirstOrThrow();
    await database.query
      .insertInto("voicemail_messages")
      .values({
        id: `message-${number}`,
        customer_id: id,
        voicemail_box_id: box.id,
        call_id: "call",
        caller_number: "",
        caller_name: "",
        received_at: new Date(),
        duration_ms: 1,
        object_key: "a",
        phone_key: "b",
      })
      .execute();
    expect(await apply(aFile(without), { isPruning: true })).toContain(
      "= voicemail box 101 stays: it holds 1 messages, delete them first",
    );
  });

  test("a disabled user keeps the history, and is back when named again", async () => {
    await apply(aFile());
    const gone = (text: string): string =>
      text
        .replace(/ {2}- username: dev@[\s\S]*?(?=phones:)/, "")
        .replace(/users: \[dev@\S+, (maya@\S+)\]/, "users: [$1]")
        .replace(/users: \[dev@\S+\] \}/, "users: [] }");
    expect(await apply(aFile(gone), { isPruning: true })).toContain(
      `- user dev@c${number}.example (signed out and disabled, history kept)`,
    );
    expect(disabled).toHaveLength(1);
    expect(await apply(aFile())).toContain(`+ user dev@c${number}.example`);
    const { count } = await database.query
      .selectFrom("users")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("username", "=", `dev@c${number}.example`)
      .where("disabled_at", "is", null)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  test("a trunk that another company calls over stays", async () => {
    await apply(aFile());
    const trunk = `carrier-${number}`;
    await apply(`company: { name: Friends of ${number} }\ndial_plan: { trunks: [${trunk}] }\n`);
    const told = await apply(
      aFile((text) =>
        text.replace(/trunks:\n[\s\S]*?(?=users:)/, "trunks: []\n").replace(`[${trunk}]`, "[]"),
      ),
      { isPruning: true },
    );
    expect(told).toContain(`= trunk ${trunk} stays: Friends of ${number} calls over it too`);
  });
});

describe("what cannot be is refused with its place, and nothing of the file is done", () => {
  test.each<[string, (text: string) => string, string]>([
    [
      "an extension given twice",
      (text) => text.replace('"190"', '"120"'),
      'phones[2].extension: "120" is given twice',
    ],
    [
      "an unknown user",
      (text) => text.replace(/\[maya@/, "[nobody@"),
      'phones[0].users[0]: there is no user "nobody@',
    ],
    [
      "a desk of nobody",
      (text) => text.replace("user: maya@", "user: nobody@"),
      'desk_phones[1].user: there is no user "nobody@',
    ],
    [
      "an unknown group",
      (text) => text.replace("huntgroup 401", "huntgroup 402"),
      'there is no huntgroup "402"',
    ],
    [
      "an unknown line",
      (text) => text.replace("{ phone: desk }", "{ phone: dusk }"),
      'agents[1].phone: there is no phone "dusk"',
    ],
    [
      "a slot that is an extension",
      (text) => text.replace('"190"', '"705"'),
      '"705" is a parking slot (701 to 709)',
    ],
  ])("%s", async (_what, change, message) => {
    const told = await apply(aFile(change));
    expect(told).toMatch(/^company\.yaml:\d+:\d+: /);
    expect(told).toContain(message);
    expect(await findCompanyId(database.query, `Company ${number}`)).toBeUndefined();
  });

  test("a name that another company has", async () => {
    await apply(aFile());
    const told = await apply(
      `company: { name: Thieves ${number} }\nphones: [{ name: a }]\ndesk_phones:\n` +
        `  - { username: maya-desk-${number}, phone: a, password: desk phone secret }\n`,
    );
    expect(told).toContain("belongs to another company of this installation");
    expect(await findCompanyId(database.query, `Thieves ${number}`)).toBeUndefined();
  });

  test("a desk phone without a password, when it is new", async () => {
    const told = await apply(aFile((text) => text.replace(", password: desk phone secret", "")));
    expect(told).toContain(`desk phone maya-desk-${number} needs a password`);
  });

  test("what would be left hanging by a removal", async () => {
    await apply(aFile());
    const told = await apply(`company: { name: Company ${number} }\nphones: []\n`, { isPruning: true });
    expect(told).toContain('there is no phone "maya"');
  });
});

test("two people trade their extensions", async () => {
  await apply(aFile());
  const traded = (text: string): string =>
    text
      .replace('firstname: Maya\n    extension: "101"', 'firstname: Maya\n    extension: "102"')
      .replace('firstname: Dev\n    extension: "102"', 'firstname: Dev\n    extension: "101"');
  expect(await apply(aFile(traded))).toContain("0 new, 2 changed, 0 removed.");
  expect(changed).toHaveLength(2);
});
