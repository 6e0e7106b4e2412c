import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ProvisioningWorld } from "../testing/provisioning-world.ts";

let world: ProvisioningWorld;

beforeAll(async () => {
  world = await ProvisioningWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.nextCompany());

describe("what is in the store and not in the file", () => {
  const without = (text: string): string =>
    text
      .replace(/ {2}- name: door\n {4}kind: doorbell\n {4}extension: "190"\n/, "")
      .replace(/voicemail_boxes:\n.*\n/, "voicemail_boxes: []\n")
      .replace("overflow: voicemail 101", "overflow: hangup")
      .replace(/blocked_callers: .*\n/, "");

  test("stays and is named; with --prune it goes, and what the file says nothing of is left alone", async () => {
    await world.apply(world.aFile());
    expect(await world.apply(world.aFile(without))).toContain(
      "= phone door stays: only --prune removes things",
    );
    const told = await world.apply(world.aFile(without), { isPruning: true });
    expect(told.split("\n")).toEqual(expect.arrayContaining(["  - phone door", "  - voicemail box 101"]));
    expect(told).not.toContain("blocked caller");
  });

  test("an SMS line goes, unless a table of messages would lose rows with it", async () => {
    await world.apply(world.aFile());
    const id = await world.companyId();
    const line = await world.database.query
      .selectFrom("sms_lines")
      .select("id")
      .where("customer_id", "=", id)
      .executeTakeFirstOrThrow();
    const table = sql.table(`letters_${world.number}`);
    await sql`create table ${table} (sms_line_id integer references sms_lines (id) on delete cascade)`.execute(
      world.database.query,
    );
    await sql`insert into ${table} values (${line.id})`.execute(world.database.query);
    const none = (text: string): string => text.replace(/sms_lines:\n.*\n/, "sms_lines: []\n");
    expect(await world.apply(world.aFile(none), { isPruning: true })).toContain(
      `1 rows of letters_${world.number} belong to it`,
    );
    await sql`drop table ${table}`.execute(world.database.query);
    expect(await world.apply(world.aFile(none), { isPruning: true })).toContain("- SMS line");
  });

  test("a box with messages cannot go", async () => {
    await world.apply(world.aFile());
    const id = await world.companyId();
    const box = await world.database.query
      .selectFrom("voicemail_boxes")
      .select("id")
      .where("customer_id", "=", id)
      .executeTakeFirstOrThrow();
    await world.database.query
      .insertInto("voicemail_messages")
      .values({
        id: `message-${world.number}`,
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
    expect(await world.apply(world.aFile(without), { isPruning: true })).toContain(
      "= voicemail box 101 stays: it holds 1 messages, delete them first",
    );
  });

  test("a disabled user keeps the history, and is back when named again", async () => {
    await world.apply(world.aFile());
    const gone = (text: string): string =>
      text
        .replace(/ {2}- username: dev@[\s\S]*?(?=phones:)/, "")
        .replace(/users: \[dev@\S+, (maya@\S+)\]/, "users: [$1]")
        .replace(/users: \[dev@\S+\] \}/, "users: [] }");
    expect(await world.apply(world.aFile(gone), { isPruning: true })).toContain(
      `- user dev@c${world.number}.example (signed out and disabled, history kept)`,
    );
    expect(world.disabled).toHaveLength(1);
    expect(await world.apply(world.aFile())).toContain(`+ user dev@c${world.number}.example`);
    const { count } = await world.database.query
      .selectFrom("users")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("username", "=", `dev@c${world.number}.example`)
      .where("disabled_at", "is", null)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  test("a trunk that another company calls over stays", async () => {
    await world.apply(world.aFile());
    const trunk = `carrier-${world.number}`;
    await world.apply(`company: { name: Friends of ${world.number} }\ndial_plan: { trunks: [${trunk}] }\n`);
    const told = await world.apply(
      world.aFile((text) =>
        text.replace(/trunks:\n[\s\S]*?(?=users:)/, "trunks: []\n").replace(`[${trunk}]`, "[]"),
      ),
      { isPruning: true },
    );
    expect(told).toContain(`= trunk ${trunk} stays: Friends of ${world.number} calls over it too`);
  });
});
