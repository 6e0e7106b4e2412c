import { chatSearchText } from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type ChatColleague, chatColleague } from "../testing/chat-colleagues.ts";
import { PUBLIC_API_KEY } from "../testing/tinode-client.ts";
import { WireClient } from "../testing/wire-client.ts";

let world: TestApp;
let origin: string;
let maya: ChatColleague;
let ines: ChatColleague;

beforeAll(async () => {
  world = await createTestApp({ env: { OFFHOOK_DEMO: "1" } });
  origin = await world.listen();
  [maya, ines] = [await chatColleague(world, origin, "maya"), await chatColleague(world, origin, "ines")];
});
afterAll(async () => {
  maya.wire.end();
  ines.wire.end();
  await world.close();
});

async function aTeam(): Promise<string> {
  const { topic = "" } = await maya.wire.ask("sub", {
    topic: "new1",
    set: { desc: { public: { fn: "Wards" } } },
  });
  await maya.wire.ask("set", { topic, sub: { user: ines.id } });
  await ines.wire.ask("sub", { topic });
  return topic;
}

async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([text]), "a.txt");
  const headers = maya.fileHeaders;
  const answer = await fetch(`${origin}/v0/file/u/`, { method: "POST", headers, body: form });
  return ((await answer.json()) as { ctrl: { params: { url: string } } }).ctrl.params.url;
}

const statusFor = async ({ fileHeaders }: ChatColleague, url: string): Promise<number> =>
  (await fetch(`${origin}${url}`, { headers: fileHeaders })).status;

const fileMessage = (url: string) => ({
  head: { mime: "text/x-drafty", attachments: [url] },
  content: { txt: "", fmt: [{ at: -1, len: 0, key: 0 }], ent: [{ tp: "EX", data: { ref: url } }] },
});

test("[CHAT-H9] a plain request at the websocket's address is told what it lacks", async () => {
  const ctrlOf = async (query: string): Promise<unknown> =>
    (await fetch(`${origin}/v0/channels${query}`)).json();
  expect(await ctrlOf("")).toMatchObject({ ctrl: { code: 403, text: "valid API key required" } });
  expect(await ctrlOf(`?apikey=${PUBLIC_API_KEY}`)).toMatchObject({ ctrl: { code: 400 } });
});

test("[CHAT-B9] with a message that is deleted for all goes its file, for its uploader too", async () => {
  const topic = await aTeam();
  const [lost, forwarded] = [await upload("lost"), await upload("kept elsewhere")];
  const seqs: number[] = [];
  for (const url of [lost, forwarded, forwarded]) {
    const { params } = await maya.wire.ask("pub", { topic, ...fileMessage(url) }, { attachments: [url] });
    seqs.push(Number(params?.seq));
  }
  expect([await statusFor(ines, lost), await statusFor(ines, forwarded)]).toEqual([200, 200]);
  const delseq = seqs.slice(0, 2).map((low) => ({ low }));
  expect(await maya.wire.ask("del", { topic, what: "msg", delseq, hard: true })).toMatchObject({ code: 200 });
  expect([await statusFor(ines, lost), await statusFor(maya, lost)]).toEqual([403, 403]);
  expect(await statusFor(ines, forwarded)).toBe(200);
  const dropped = await world.database.query
    .selectFrom("chat_files")
    .select("is_dropped")
    .where("key", "=", lost.slice("/v0/file/s/".length).split(".")[0] ?? "")
    .executeTakeFirst();
  expect(dropped).toEqual({ is_dropped: true });
});

test("[CHAT-B10] what was edited away is neither found nor shown nor downloaded, and its new wording is found once", async () => {
  const topic = await aTeam();
  const url = await upload("draft");
  const first = await maya.wire.ask("pub", { topic, ...fileMessage(url) }, { attachments: [url] });
  const said = await maya.wire.ask("pub", { topic, content: "the quokka is out" });
  for (const [seq, content] of [
    [first.params?.seq, "no file"],
    [said.params?.seq, "the wombat is out"],
  ])
    await maya.wire.ask("pub", { topic, content, head: { replace: `:${seq}` } });
  const find = async (word: string) => (await ines.call("GET", `/teams/search?Term=${word}`)).body.result;
  expect(await find("quokka")).toMatchObject({ total: 0 });
  expect(await find("wombat")).toMatchObject({ total: 1, messages: [{ seq: said.params?.seq }] });
  ines.wire.frames.length = 0;
  await ines.wire.ask("get", { topic, what: "data", data: { ranges: [{ low: said.params?.seq }] } });
  expect(JSON.stringify(ines.wire.frames)).not.toContain("quokka");
  expect(await statusFor(ines, url)).toBe(403);
});

test("[CHAT-F7] in a large company everybody is found, and by name", async () => {
  const rows = Array.from({ length: 150 }, (_, index) => ({
    customer_id: 1,
    username: `many${index}@harborlight.example`,
    email: `many${index}@harborlight.example`,
    firstname: `Quentin${index}`,
    lastname: "Zimmer",
  }));
  await world.database.query.insertInto("users").values(rows).execute();
  const late = await chatColleague(world, origin, "dev");
  const find = async (query: string): Promise<readonly { readonly public?: unknown }[]> => {
    await late.wire.ask("set", { topic: "fnd", desc: { public: query } });
    return (await late.wire.meta("get", { topic: "fnd", what: "sub" }))?.sub ?? [];
  };
  await late.wire.ask("sub", { topic: "fnd" });
  expect((await find("org:1")).length).toBeGreaterThan(150);
  expect(await find(chatSearchText({ type: "people", query: "quentin149 zim" }))).toMatchObject([
    { public: { fn: "Quentin149 Zimmer" } },
  ]);
  const topic = await aTeam();
  const teams = await find(chatSearchText({ type: "teams", query: "war" }));
  expect(teams).toContainEqual(expect.objectContaining({ topic }));
  late.wire.end();
});

test("[CHAT-W8] an account without a name is at the level of strangers, and its token is all it has", async () => {
  const wire = await WireClient.open(origin);
  const made = await wire.ask("acc", { user: "new", scheme: "anonymous", login: true });
  expect(made).toMatchObject({ code: 200, params: { authlvl: "anon" } });
  const again = await WireClient.open(origin);
  expect(await again.ask("login", { scheme: "token", secret: made.params?.token })).toMatchObject({
    code: 200,
    params: { authlvl: "anon", user: made.params?.user },
  });
  expect(await again.ask("sub", { topic: maya.id })).toMatchObject({ code: 404 });
  for (const each of [wire, again]) each.end();
});
