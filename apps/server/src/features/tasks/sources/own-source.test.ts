import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PEOPLE } from "../../../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../../../testing/test-app.ts";

const idOf = (handle: string): number => DEMO_PEOPLE.find((each) => each.handle === handle)?.id ?? 0;
const [MAYA, DEV, SAM] = [idOf("maya"), idOf("dev"), idOf("sam")];

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

async function ask(
  userId: number,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  payload?: object,
) {
  const headers = { "x-app-key": APP_KEY, authorization: `Bearer ${await server.signIn(userId)}` };
  const options = { method, url: `/api${path}`, headers, ...(payload && { payload }) };
  const response = await server.app.fastify.inject(options);
  return { status: response.statusCode, ...response.json() };
}

test("[TSK62] a task can be written down by itself; the company sees it and nobody else does", async () => {
  const uuid = randomUUID();
  const body = { uuid, source: "own", source_id: uuid, assigned_to: DEV, note: "Order gloves" };
  const made = await ask(MAYA, "POST", "/task", body);
  expect(made).toMatchObject({
    status: 200,
    result: { source: "own", note: "Order gloves", assigned_to: DEV },
  });
  expect((await ask(MAYA, "POST", "/task", body)).result.id).toBe(made.result.id);
  const list = await ask(DEV, "GET", "/tasks?filter=mine&limit=200");
  expect(list.result.tasks.map(({ id }: { id: number }) => id)).toContain(made.result.id);
  const done = await ask(DEV, "PUT", "/task", { task_id: made.result.id, resolved_by: DEV });
  expect(done.result.status).toBe("done");
  expect((await ask(SAM, "GET", `/task?task_id=${made.result.id}`)).status).toBe(404);
  const elsewhere = { ...body, uuid: randomUUID(), source_id: "anything" };
  expect((await ask(MAYA, "POST", "/task", elsewhere)).status).toBe(404);
});

test("[TSK63] the task of a conversation is made, changed and deleted under /taskSMS too", async () => {
  const { number, line } = await server.database.query
    .selectFrom("sms_conversations")
    .innerJoin("sms_lines", "sms_lines.id", "sms_conversations.sms_line_id")
    .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
    .leftJoin("tasks", (join) =>
      join.onRef("tasks.source_id", "=", "sms_conversations.number").on("tasks.source", "=", "sms"),
    )
    .select(["sms_conversations.number", "sms_lines.number as line"])
    .where("sms_line_users.user_id", "=", DEV)
    .where("tasks.id", "is", null)
    .executeTakeFirstOrThrow();
  const body = { uuid: randomUUID(), sms_line: line, conversation: number, note: "Call back" };
  const made = await ask(DEV, "POST", "/taskSMS", body);
  expect(made).toMatchObject({ status: 200, result: { source: "sms", sms_line: line, note: "Call back" } });
  const found = await ask(DEV, "GET", `/taskSMS?sms_line=${line}&conversation=${number}`);
  expect(found.result.id).toBe(made.result.id);
  const changed = await ask(DEV, "PUT", "/taskSMS", { task_id: made.result.id, assigned_to: DEV });
  expect(changed.result.assigned_to).toBe(DEV);
  expect((await ask(DEV, "DELETE", `/taskSMS?uuid=${body.uuid}`)).status).toBe(200);
  expect((await ask(DEV, "GET", `/taskSMS?sms_line=${line}&conversation=${number}`)).status).toBe(404);
});
