import type { SuperviseCall, Supervisions } from "@offhook/pbx";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readEvents } from "../../../database/events/event-log.ts";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aPhone, aUser } from "../../testing/company.ts";
import { aQueue } from "../testing/a-queue.ts";
import { actsOf } from "../testing/acts-of.ts";
import { SupervisionService } from "./supervision-service.ts";

type AgentCalls = ReturnType<Supervisions["agentCalls"]>;

let database: TestDatabase;
let clock: FakeClock;
let supervision: SupervisionService;
let company: number;
let ines: Actor;
let line: { id: number; name: string };
let desk: { id: number; name: string };
let queue: number;
let asked: (Partial<SuperviseCall> & { how: string })[];
/** Accounts of browsers that are registered. */
let online: (string | undefined)[];
let refusal: "wrongState" | "notAllowed" | undefined;
/** The server ends in the middle of the command. */
let isKilled: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = new FakeClock();
  company = await aCompany(database);
  const dev = await aUser(database, company, { firstname: "Dev", lastname: "Patel" });
  ines = await aUser(database, company, { firstname: "Ines", lastname: "Duarte" });
  desk = await aPhone(database, dev, { extension: "102" });
  line = await aPhone(database, ines, { extension: "103" });
  queue = await aQueue(database, company, "301", [desk.id]);
  asked = [];
  online = ["browser", undefined];
  refusal = undefined;
  isKilled = false;
  const ask = (how: string) => (request: Partial<SuperviseCall>) => {
    if (isKilled) throw new Error("killed");
    if (refusal) return { isDone: false as const, refusal };
    if (!online.includes(request.account)) return { isDone: false as const, refusal: "unreachable" as const };
    asked.push({ how, ...request });
    return { isDone: true as const, callId: "own" };
  };
  supervision = new SupervisionService({
    database,
    clock,
    supervisions: {
      supervise: ask("supervise"),
      takeOver: ask("takeOver"),
      agentCalls: (companyId) => (companyId === String(company) ? theCalls() : []),
    },
    lineOf: async (_actor, name) => (name === undefined || name === line.name ? line : undefined),
    refused: (reason) => new Error(reason),
    accountOf: (sessionId) => (sessionId === ines.sessionId ? "browser" : undefined),
  });
});

/** What the service reads of it. */
function theCalls(): AgentCalls {
  const call = {
    ...{ callId: "call-1", queueId: String(queue), callerNumber: "+12125550177", callerName: "June Park" },
    startedAt: 1_000,
    // The queue has answered the caller, and later the agent.
    parties: [
      { endpointId: undefined, answeredAt: 2_000 },
      { endpointId: String(desk.id), answeredAt: 5_000 },
    ],
    supervisors: [{ userId: "7", name: "Noor Haddad", mode: "listen", isShown: false }],
  };
  return [{ call, agentId: String(desk.id) }] as unknown as AgentCalls;
}

const acts = () => actsOf(database, company);

test("[SUP10] the calls of agents are listed with agent, caller and those who take part", async () => {
  expect(await supervision.listCalls(ines)).toEqual([
    {
      ...{ callid: "call-1", queue_id: queue, phone: desk.name, agent: "Dev Patel" },
      ...{ number: "12125550177", name: "June Park", since: 5 },
      supervisors: [{ user_id: 7, name: "Noor Haddad", mode: "listen" }],
    },
  ]);
});

test("[SUP10] the asking browser is used, then the line's other phones, or the named line; each is an act", async () => {
  expect(await supervision.supervise(ines, { callid: "call-1", mode: "listen" })).toEqual({ callid: "own" });
  online = [undefined];
  await supervision.supervise(ines, { callid: "call-1", mode: "whisper" });
  await supervision.takeOver(ines, { callid: "call-1", phone: line.name });
  const request = { callId: "call-1", userId: String(ines.userId), name: "Ines Duarte" };
  expect(asked).toMatchObject([
    { how: "supervise", ...request, mode: "listen", account: "browser", endpointId: String(line.id) },
    { how: "supervise", ...request, mode: "whisper" },
    { how: "takeOver", ...request, endpointId: String(line.id) },
  ]);
  expect(asked.map(({ account }) => account)).toEqual(["browser", undefined, undefined]);
  const done = { user_name: "Ines Duarte", queue_id: queue, phone: desk.name, call_id: "call-1" };
  expect(await acts()).toMatchObject([
    { ...done, act: "listen" },
    { ...done, act: "whisper" },
    { ...done, act: "takeOver" },
  ]);
});

const told = async () =>
  (await readEvents(database, company, 0, 100)).map(({ channel, event }) => [channel, event.type]);

test("[SUP10] whatever happens to the server, nobody listens without an act", async () => {
  isKilled = true;
  await expect(supervision.supervise(ines, { callid: "call-1", mode: "listen" })).rejects.toThrow("killed");
  expect(await acts()).toMatchObject([{ act: "listen", call_id: "call-1" }]);
});

test("[SUP7] [SUP9] supervisors alone are told of an act, and nobody of one that was refused", async () => {
  refusal = "wrongState";
  await expect(supervision.supervise(ines, { callid: "call-1", mode: "listen" })).rejects.toThrow();
  expect(await told()).toEqual([]);
  refusal = undefined;
  await supervision.supervise(ines, { callid: "call-1", mode: "listen" });
  expect(await told()).toEqual([[`supervision.${company}`, "QUEUE_ACT"]]);
});

test("[SUP10] a call that is gone, of another company, or one's own is refused with words, and is no act", async () => {
  const stranger = await aUser(database, await aCompany(database));
  await aPhone(database, stranger);
  const order = { callid: "call-1", mode: "listen" as const };
  const over = { kind: "conflict", code: "queues.callOver" };
  await expect(supervision.supervise(stranger, order)).rejects.toMatchObject(over);
  await expect(supervision.supervise(ines, { ...order, callid: "gone" })).rejects.toMatchObject(over);
  refusal = "wrongState";
  await expect(supervision.supervise(ines, order)).rejects.toMatchObject(over);
  refusal = "notAllowed";
  await expect(supervision.supervise(ines, order)).rejects.toMatchObject({ code: "queues.ownCall" });
  await expect(supervision.takeOver(ines, { callid: "call-1", phone: "nobody" })).rejects.toMatchObject({
    code: "queues.noLine",
  });
  expect(await acts()).toEqual([]);
});
