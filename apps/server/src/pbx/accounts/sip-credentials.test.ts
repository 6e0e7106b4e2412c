import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { aCompany, aPhone, aUser } from "../../features/testing/company.ts";
import type { Actor } from "../../platform/actor.ts";
import { SipCredentials } from "./sip-credentials.ts";

const DAY_MS = 86_400_000;
const log = { error: (details: unknown) => expect.fail(JSON.stringify(details)) };
let database: TestDatabase;
let clock: FakeClock;
let credentials: SipCredentials;
let maya: Actor;
let line: { id: number; name: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new FakeClock();
  credentials = create();
  maya = await signedIn(await aUser(database, await aCompany(database)));
  line = await aPhone(database, maya);
});

function create(key = Buffer.alloc(32, 5)): SipCredentials {
  return new SipCredentials({ database, clock, key, domain: "phone.example", log });
}

async function signedIn(actor: Actor, sessionId = `session-${actor.userId}`): Promise<Actor> {
  const now = new Date(clock.now());
  await database.query
    .insertInto("sessions")
    .values({
      id: sessionId,
      user_id: actor.userId,
      device_name: "Test",
      address: "127.0.0.1",
      created_at: now,
      last_used_at: now,
      expires_at: new Date(clock.now() + 30 * DAY_MS),
    })
    .execute();
  return { ...actor, sessionId };
}

async function issue(actor = maya) {
  const settings = await credentials.issue(actor);
  if (!settings) return expect.fail("No settings were handed out");
  return settings;
}

const ticketOf = (address: string): string => address.split("ticket=")[1] ?? "";

test("[SIPC1] they stand for the active line of the user, in this session, for a day", async () => {
  const { phone, uri, username, password, realm, ws_url, expires_at } = await issue();
  expect({ phone, uri, realm }).toEqual({
    phone: line.name,
    uri: `sip:${username}@phone.example`,
    realm: "phone.example",
  });
  expect(expires_at).toBe(Math.floor((clock.now() + DAY_MS) / 1000));
  expect(credentials.account(username)).toEqual({
    username,
    secret: { kind: "password", password },
    companyId: String(maya.customerId),
    endpointId: String(line.id),
    userId: String(maya.userId),
    flowContext: maya.sessionId,
    expiresAt: clock.now() + DAY_MS,
  });
  expect(credentials.sessionOf(ticketOf(ws_url))).toBe(maya.sessionId);
});

test("[SIPC2] neither name nor password can be guessed from another session's", async () => {
  const first = await issue();
  const second = await issue(await signedIn(maya, `other-${maya.userId}`));
  expect(second.username).not.toBe(first.username);
  expect(second.password).not.toBe(first.password);
  expect(credentials.sessionOf(`${second.username}.${ticketOf(first.ws_url).split(".")[1]}`)).toBeUndefined();
  expect(first.password).toMatch(/^[\w-]{43}$/);
  expect(create(Buffer.alloc(32, 6)).account(first.username)).toBeUndefined();
});

test("[SIPC3] asking again gives the same ones; late in their term, with a new term", async () => {
  const first = await issue();
  expect(await issue()).toEqual(first);
  clock.advance(DAY_MS * 0.75);
  const renewed = await issue();
  expect(renewed).toEqual({ ...first, expires_at: first.expires_at + DAY_MS * 0.75 * 0.001 });
});

test("[SIPC4] another active line has other ones", async () => {
  const first = await issue();
  const other = await aPhone(database, maya);
  await database.query
    .insertInto("user_settings")
    .values({ user_id: maya.userId, settings: JSON.stringify({ activePhoneLine: other.name }) })
    .execute();
  const second = await issue();
  expect(second.phone).toBe(other.name);
  expect(second.username).not.toBe(first.username);
});

test("[SIPC5] they outlive a restart of the server, but not their term", async () => {
  const { username } = await issue();
  const restarted = create();
  await restarted.load();
  expect(restarted.account(username)?.endpointId).toBe(String(line.id));
  clock.advance(DAY_MS);
  expect(restarted.account(username)).toBeUndefined();
  await restarted.load();
  expect(await stored()).toEqual([]);
});

test("[SIPC6] they end with the session, the ticket too", async () => {
  const { username, ws_url } = await issue();
  credentials.revoke([maya.sessionId]);
  expect(credentials.account(username)).toBeUndefined();
  expect(credentials.sessionOf(ticketOf(ws_url))).toBeUndefined();
  await vi.waitFor(async () => expect(await stored()).toEqual([]), { timeout: 10_000 });
});

test("[SIPC7] a user without a line gets none", async () => {
  const stranger = await signedIn(await aUser(database, maya.customerId));
  expect(await credentials.issue(stranger)).toBeNull();
});

async function stored() {
  return database.query
    .selectFrom("sip_credentials")
    .select("username")
    .where("user_id", "=", maya.userId)
    .execute();
}
