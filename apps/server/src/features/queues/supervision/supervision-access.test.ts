import { type QueueActPage, type QueueAgentPlace, supervisionApi } from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPerson } from "../../../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../../../testing/test-app.ts";

const SCHEDULING = { extension: "301", customer: 1 };
let world: TestApp;
let queue: number;
let phone: string;

beforeAll(async () => {
  world = await createTestApp();
  const { query } = world.database;
  const member = await query
    .selectFrom("queues")
    .innerJoin("queue_members", "queue_members.queue_id", "queues.id")
    .innerJoin("phones", "phones.id", "queue_members.phone_id")
    .select(["queues.id", "phones.name"])
    .where("queues.extension", "=", SCHEDULING.extension)
    .where("queues.customer_id", "=", SCHEDULING.customer)
    .where("phones.extension", "=", demoPerson("dev").extension)
    .executeTakeFirstOrThrow();
  queue = member.id;
  phone = member.name;
});
afterAll(() => world.close());

type Operation = keyof typeof supervisionApi;

/** What each route is asked for. */
const BODIES: Readonly<Partial<Record<Operation, () => object>>> = {
  superviseCall: () => ({ callid: "nothing", mode: "listen" }),
  takeOverCall: () => ({ callid: "nothing" }),
  loginAgent: () => ({ queue, phone }),
  logoutAgent: () => ({ queue, phone }),
  pauseAgent: () => ({ phone, reason: "Lunch" }),
  resumeAgent: () => ({ phone }),
  orderAgent: () => ({ queue, phone, penalty: 1, position: 1 }),
};
const OPERATIONS = Object.keys(supervisionApi) as Operation[];

async function ask(handle: string, operation: Operation) {
  const { method, path } = supervisionApi[operation];
  const token = await world.signIn(demoPerson(handle).id);
  const payload = BODIES[operation]?.();
  const reply = await world.app.fastify.inject({
    method,
    url: `/api${path}`,
    headers: { "x-app-key": APP_KEY, authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, ...reply.json<{ error: { code: string } | null; result: unknown }>() };
}

test.each(OPERATIONS)("[SUP4] [SUP8] an agent is refused: %s", async (operation) => {
  expect((await ask("dev", operation)).status).toBe(403);
});

test("[SUP4] [SUP8] a supervisor without other rights may do all of it", async () => {
  for (const operation of OPERATIONS) {
    const { status, error } = await ask("grace", operation);
    // Nobody has a call at this moment.
    const isOver = operation === "superviseCall" || operation === "takeOverCall";
    expect([operation, status, error?.code]).toEqual(
      isOver ? [operation, 409, "queues.callOver"] : [operation, 200, undefined],
    );
  }
});

test("[SUP4] [SUP8] a supervisor of another company finds none of it", async () => {
  const supervisor = { roles: JSON.stringify({ tc_supervisor: "1" }) };
  const { id } = demoPerson("sam");
  await world.database.query.updateTable("users").set(supervisor).where("id", "=", id).execute();
  for (const operation of ["loginAgent", "logoutAgent", "pauseAgent", "resumeAgent", "orderAgent"] as const)
    expect([operation, (await ask("sam", operation)).error?.code]).toEqual([operation, "queues.notAnAgent"]);
  expect((await ask("sam", "superviseCall")).error?.code).toBe("queues.callOver");
  const acts = (await ask("sam", "listQueueActs")).result as QueueActPage;
  expect(acts.acts).toEqual([]);
  const places = (await ask("sam", "listAgentPlaces")).result as QueueAgentPlace[];
  expect(places.map((place) => place.phone)).not.toContain(phone);
});
