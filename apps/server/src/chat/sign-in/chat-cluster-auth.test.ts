import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { bearerSecret } from "../testing/chat-colleagues.ts";

const SECRET = "a secret of the cluster";
let world: TestApp;
let token: string;

beforeAll(async () => {
  world = await createTestApp({ env: { CHAT_AUTH_SECRET: SECRET } });
  token = await world.signIn(1);
});
afterAll(() => world.close());

async function ask(url: string, payload: object, secret = SECRET): Promise<{ status: number; body: object }> {
  const authorization = `Basic ${Buffer.from(`tinode:${secret}`).toString("base64")}`;
  const answer = await world.app.fastify.inject({ method: "POST", url, headers: { authorization }, payload });
  return { status: answer.statusCode, body: answer.json() };
}

test("[CHAT-Y1] a cluster learns who a user is, makes an account, links it, and remembers it", async () => {
  const secret = bearerSecret(token);
  const first = await ask("/v0/auth/auth", { endpoint: "auth", secret, addr: "192.0.2.1" });
  expect(first).toMatchObject({
    status: 200,
    body: {
      rec: { authlvl: "auth", state: "ok", features: "V", tags: ["acct:1", "org:1"] },
      newacc: { auth: "JRWPASD", anon: "N", public: { userId: 1, fn: expect.any(String) } },
    },
  });
  expect(first.body).not.toHaveProperty("rec.uid");
  const rec = { uid: "LELEQHDWbgY", authlvl: "auth" };
  expect((await ask("/v0/auth/link", { endpoint: "link", secret, rec })).body).toEqual({});
  // A repeat is no harm; another account for the same person is.
  expect((await ask("/v0/auth/link", { secret, rec })).body).toEqual({});
  expect((await ask("/v0/auth/link", { secret, rec: { uid: "AAAAAAAAAAA" } })).body).toEqual({
    err: "duplicate value",
  });
  const known = await ask("/v0/auth", { endpoint: "auth", secret });
  expect(known.body).toMatchObject({ rec: { uid: "LELEQHDWbgY", lifetime: "900s" } });
  expect(known.body).not.toHaveProperty("newacc");
});

test("[CHAT-Y2] it is told in its own words what cannot be done, and whoever is not the cluster learns nothing", async () => {
  const secret = bearerSecret(token);
  expect((await ask("/v0/auth/auth", { secret }, "another secret")).status).toBe(401);
  expect((await world.app.fastify.inject({ method: "POST", url: "/v0/auth/auth" })).statusCode).toBe(401);
  expect((await ask("/v0/auth/rtagns", { endpoint: "rtagns" })).body).toEqual({ strarr: ["acct", "org"] });
  for (const endpoint of ["add", "upd", "checkunique", "del", "gen", "nonsense"])
    expect((await ask(`/v0/auth/${endpoint}`, { endpoint })).body).toEqual({ err: "unsupported" });
  const wrong = async (payload: object): Promise<object> => (await ask("/v0/auth/auth", payload)).body;
  expect(await wrong({})).toEqual({ err: "malformed" });
  expect(await wrong({ secret: "not base64!" })).toEqual({ err: "malformed" });
  expect(await wrong({ secret: Buffer.from("other-key:token").toString("base64") })).toEqual({
    err: "failed",
  });
  expect(await wrong({ secret: bearerSecret("nonsense") })).toMatchObject({ err: expect.any(String) });
  const { id: withoutChat } = await world.database.query
    .selectFrom("users")
    .select("id")
    .where("username", "=", "tom@harborlight.example")
    .executeTakeFirstOrThrow();
  expect(await wrong({ secret: bearerSecret(await world.signIn(withoutChat)) })).toEqual({ err: "denied" });
});
