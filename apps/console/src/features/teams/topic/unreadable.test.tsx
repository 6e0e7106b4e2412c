import type { ScriptedClient } from "@offhook/chat/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { corrupted, FUZZ_RUNS } from "../../../testing/corrupted.ts";
import { readContent } from "../content/message-content.ts";
import { readFrame } from "../link/read-frame.ts";
import { dev, maya, renderTeams } from "../testing/render-teams.tsx";

const path = `/teams/${dev.id}`;

const withDev = async ({ dev: client }: { readonly dev: ScriptedClient }): Promise<void> => {
  await client.ask("sub", { topic: maya.id });
  await client.ask("pub", { topic: maya.id, content: "Is the van back?" });
};

const aMessage = (seq: number, content: unknown = "Hello") => ({
  topic: dev.id,
  from: dev.id,
  seq,
  ts: "2030-01-07T15:00:00.000Z",
  head: { mime: "text/x-drafty", "x-client-id": `c${seq}`, mentions: [maya.id], reply: ":1" },
  content,
  react: [{ val: "👍", count: 1, users: [dev.id] }],
});

const drafty = {
  txt: "See the plan",
  fmt: [
    { at: 0, len: 3, tp: "ST" },
    { at: 4, len: 3, key: 0 },
    { at: -1, len: 0, key: 1 },
  ],
  ent: [
    { tp: "MN", data: { val: maya.id } },
    { tp: "EX", data: { ref: "/v0/file/s/a.pdf", name: "plan.pdf", mime: "application/pdf", size: 12 } },
  ],
};

test.each([
  ["a format that is nothing", { txt: "Read this", fmt: [null] }, "Read this"],
  [
    "an entity that is nothing",
    { txt: "See plan", ent: [null, 7], fmt: [{ key: 0 }, { key: "1" }] },
    "See plan",
  ],
  ["no text and no file", { fmt: 7 }, "This message can't be displayed"],
  ["nothing at all", null, "This message can't be displayed"],
  ["a number", 12, "This message can't be displayed"],
])("[TEAM-U9] a message with %s leaves the chat readable", async (_name, content, shown) => {
  const { screen, line } = await renderTeams({ path, before: withDev });
  const log = screen.getByRole("log");
  await expect.element(log.getByText("Is the van back?")).toBeVisible();
  const { reply: _reply, ...head } = aMessage(2).head;
  line.hear({ data: { ...aMessage(2, content), head } });
  await expect.element(log.getByText(shown, { exact: true })).toBeVisible();
  await expect.element(log.getByText("Is the van back?")).toBeVisible();
  await expect.element(screen.getByRole("grid", { name: "Chats" }).getByText(shown)).toBeVisible();
});

test("[TEAM-U9] whatever a message or a frame holds, the chat goes on", async () => {
  const { screen, line, failures } = await renderTeams({ path, before: withDev });
  await expect.element(screen.getByRole("log").getByText("Is the van back?")).toBeVisible();
  let seq = 1;
  const frames = fc.oneof(
    { weight: 4, arbitrary: corrupted(aMessage(0, drafty)).map((data) => ({ data })) },
    corrupted({
      topic: dev.id,
      desc: { public: { fn: "Dev Patel", userId: 2 }, acs: { mode: "JRWPA" }, seen: { when: "x" }, seq: 1 },
      sub: [
        {
          user: dev.id,
          acs: { mode: "JRWPA", given: "JRWPA", want: "JRWPA" },
          read: 1,
          public: { fn: "Dev" },
        },
      ],
      // Of the first message: a range from 0 to far ahead would rightly hide all that is said below.
      del: { clear: 1, delseq: [{ low: 1, hi: 2 }] },
    }).map((meta) => ({ meta })),
    corrupted({ topic: "me", src: dev.id, what: "on", seq: 1, dacs: { want: "J", given: "J" } }).map(
      (pres) => ({
        pres,
      }),
    ),
    corrupted({ topic: dev.id, from: dev.id, what: "read", seq: 1 }).map((info) => ({ info })),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { minLength: 4, maxLength: 8 }), async (all) => {
      for (const frame of all) {
        const data = (frame as { data?: { topic?: unknown; seq?: unknown } } | null)?.data;
        // Each in its own place, where it has one.
        line.hear(
          data && typeof data === "object" && data.seq === 0 ? { data: { ...data, seq: ++seq } } : frame,
        );
      }
      const { reply: _reply, ...head } = aMessage(++seq).head;
      line.hear({ data: { ...aMessage(seq, `Still here ${seq}`), head } });
      await expect.element(screen.getByRole("log").getByText(`Still here ${seq}`)).toBeVisible();
      expect(screen.getByRole("grid", { name: "Chats" }).elements()).toHaveLength(1);
    }),
    { numRuns: FUZZ_RUNS, endOnFailure: true },
  );
  expect(failures).toEqual([]);
});

test("[TEAM-U9] reading content and frames never throws", () => {
  fc.assert(
    fc.property(corrupted(drafty), (content) => {
      const { text, spans } = readContent(content);
      for (const { start, end } of spans) expect(start <= end && end <= text.length).toBe(true);
    }),
    { numRuns: FUZZ_RUNS * 40 },
  );
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => void readFrame(JSON.stringify(value))),
    { numRuns: FUZZ_RUNS * 40 },
  );
});
