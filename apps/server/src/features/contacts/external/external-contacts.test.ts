import type { ContactProvider } from "@offhook/contract";
import {
  type OidcAccount,
  type RunningContactService,
  type RunningOidcProvider,
  type SimulatedContact,
  startGooglePeople,
  startMicrosoftGraph,
  startOidcProvider,
} from "@offhook/simulator";
import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { createSealer } from "../../../platform/secrets/secrets-sealing.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import { ContactAccounts } from "./contact-accounts.ts";
import { ExternalContactService } from "./external-contact-service.ts";
import { createGooglePeople } from "./google-people.ts";
import { createMicrosoftGraph } from "./microsoft-graph.ts";
import { ProviderClient } from "./provider-client.ts";

const account: OidcAccount = {
  sub: "maya",
  email: "maya@mail.example",
  givenName: "Maya",
  familyName: "Okafor",
};
const REDIRECT = "http://127.0.0.1:9/contacts";
const BOOK: readonly SimulatedContact[] = Array.from({ length: 40 }, (_, index) => ({
  fname: index % 2 === 0 ? "Ana" : "O'Brien",
  lname: `Number${index}`,
  mobile: `1212${5_550_100 + index}`,
  work: index === 0 ? "442079460120" : undefined,
  emails: `n${index}@mail.example`,
  organization: "Clinic",
}));

let database: TestDatabase;
let clock: FakeClock;
let maya: Actor;
let provider: RunningOidcProvider;
let service: RunningContactService;
let accounts: ContactAccounts;
let external: ExternalContactService;
let warnings: number;
let isTokenGood: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.each<ContactProvider>(["google", "microsoft"])("contacts at %s", (name) => {
  beforeAll(async () => {
    provider = await startOidcProvider({ flavor: name, accounts: [account], now: () => clock.now() });
  });
  afterAll(() => provider.stop());
  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    warnings = 0;
    isTokenGood = true;
    maya = await aUser(database, await aCompany(database));
    const start = name === "google" ? startGooglePeople : startMicrosoftGraph;
    service = await start({
      accountOf: (token) => (isTokenGood ? provider.accountOf(token) : undefined),
      contactsOf: () => BOOK,
    });
    const client = new ProviderClient(name, provider, clock);
    accounts = new ContactAccounts({
      database,
      clock,
      sealer: createSealer(Buffer.alloc(32, 3)),
      clients: { google: undefined, microsoft: undefined, [name]: client },
    });
    external = new ExternalContactService({
      database,
      clock,
      accounts,
      directories: {
        google: createGooglePeople(service.address),
        microsoft: createMicrosoftGraph(service.address),
      },
      log: {
        warn: () => {
          warnings += 1;
        },
      },
    });
  });
  afterEach(() => service.stop());

  async function agree(actor = maya): Promise<{ code: string; state: string }> {
    const { url } = await accounts.begin(actor, name, REDIRECT);
    const page = await (await fetch(url)).text();
    const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const answer = await fetch(new URL(url).origin + new URL(url).pathname, {
      method: "POST",
      body: new URLSearchParams({ request, account: account.sub }),
      redirect: "manual",
    });
    const callback = new URL(answer.headers.get("location") ?? "");
    return { code: callback.searchParams.get("code") ?? "", state: callback.searchParams.get("state") ?? "" };
  }

  async function connect(): Promise<void> {
    await accounts.finish(maya, { provider: name, redirect_uri: REDIRECT, ...(await agree()) });
  }

  const search = (query = "", offset = 0, limit = 12) =>
    external.search(maya, name, { query, offset, limit });

  test("[EXT1] without an account there is nothing to search", async () => {
    expect(await search()).toEqual({ contacts: [], more: false, connected: false });
    expect(await accounts.list(maya)).toContainEqual({
      provider: name,
      available: true,
      connected: false,
      email: null,
    });
  });

  test("[EXT2] an account is connected with the user's consent, and given up again", async () => {
    await connect();
    expect(await accounts.list(maya)).toContainEqual({
      provider: name,
      available: true,
      connected: true,
      email: account.email,
    });
    expect((await search()).connected).toBe(true);
    await accounts.disconnect(maya, name);
    expect((await search()).connected).toBe(false);
  });

  test("[EXT2] the answer of a request that somebody else made, or of long ago, is refused", async () => {
    const dev = await aUser(database, maya.customerId);
    const answer = { provider: name, redirect_uri: REDIRECT, ...(await agree()) };
    await expect(accounts.finish(dev, answer)).rejects.toMatchObject({ code: "contacts.badState" });
    await expect(accounts.finish(maya, { ...answer, state: "x" })).rejects.toMatchObject({ status: 400 });
    clock.advance(16 * 60_000);
    await expect(accounts.finish(maya, answer)).rejects.toMatchObject({ code: "contacts.badState" });
  });

  test("[EXT3] is searched by name with offset and limit", async () => {
    await connect();
    const first = await search("", 0, 12);
    expect(first).toMatchObject({ more: true, connected: true });
    expect(first.contacts[0]).toMatchObject({
      id: expect.stringMatching(new RegExp(`^${name}:`)),
      contactType: name,
      name: "Ana Number0",
      mobile: "12125550100",
      work: "442079460120",
      emails: "n0@mail.example",
      organization: "Clinic",
      owned: true,
    });
    const last = await search("", 36, 12);
    expect(last).toMatchObject({ more: false });
    expect(last.contacts).toHaveLength(4);
    const found = await search("o'br", 0, 5);
    expect(found.contacts.map(({ name: each }) => each)).toEqual(
      [1, 3, 5, 7, 9].map((index) => `O'Brien Number${index}`),
    );
    expect(found.more).toBe(true);
    expect((await search("nobody")).contacts).toEqual([]);
  });

  test("[EXT4] an expired token is renewed; one that cannot be renewed ends the connection", async () => {
    await connect();
    clock.advance(2 * 3_600_000);
    expect((await Promise.all([search(), search()])).map(({ connected }) => connected)).toEqual([true, true]);
    clock.advance(100 * 86_400_000);
    expect(await search()).toMatchObject({ connected: false });
  });

  test("[EXT4] a provider that is down is told as such, and callers are named without it", async () => {
    await connect();
    await search();
    await service.stop();
    await expect(search()).rejects.toMatchObject({ status: 503, code: "contacts.providerUnavailable" });
    expect(await external.lookUp(maya, ["12125550100"])).toEqual(new Map());
    expect(warnings).toBe(1);
  });

  test("[EXT4] a token that is refused before its time is renewed once, not forever", async () => {
    await connect();
    isTokenGood = false;
    await expect(search()).rejects.toMatchObject({ status: 503 });
  });

  test("[WHO1] names callers by any of their numbers", async () => {
    await connect();
    const found = await external.lookUp(maya, ["12125550139", "442079460120", "12125559999"]);
    expect([...found].map(([key, caller]) => [key, caller.name, caller.source, caller.label])).toEqual([
      ["12125550139", "O'Brien Number39", name, "mobile"],
      ["442079460120", "Ana Number0", name, "work"],
    ]);
    const dev = await aUser(database, maya.customerId);
    expect(await external.lookUp(dev, ["12125550139"])).toEqual(new Map());
  });
});
