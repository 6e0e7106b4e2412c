import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import type { Bench } from "./bench-result.ts";
import { type BenchSection, describeResult, reachesGoal, renderBenchmarksPage } from "./benchmarks-page.ts";
import { withStolenShare } from "./host.ts";

/**
 * Every benchmark, by the name one can ask for: `npm run bench -- start`. Of some, parts can be asked for alone
 * (`phone:calls`): they are shown, and not written to the page.
 */
const BENCHES: Readonly<Record<string, { title: string; load: () => Promise<Bench> }>> = {
  http: { title: "Cost of a request", load: () => import("./http-overhead.ts") },
  blocks: { title: "How long one request holds up the others", load: () => import("./loop-blocks.ts") },
  floods: { title: "Guesses and floods, with honest calls beside them", load: () => import("./floods.ts") },
  storm: { title: "Everybody back at once", load: () => import("./push-storm.ts") },
  start: { title: "Start", load: () => import("./start-to-ready.ts") },
  load: { title: "First load", load: () => import("./first-load.ts") },
  shell: { title: "The shell on a slow machine and network", load: () => import("./shell-load.ts") },
  contacts: { title: "The address book", load: () => import("./contacts.ts") },
  messages: { title: "Messages", load: () => import("./messages.ts") },
  search: { title: "Search", load: () => import("./search.ts") },
  sip: { title: "Signaling", load: () => import("./signaling.ts") },
  ringing: { title: "Time to ring", load: () => import("./time-to-ring.ts") },
  phone: { title: "The soft phone", load: () => import("./soft-phone.ts") },
  media: { title: "Relayed audio", load: () => import("./media-relay.ts") },
  calls: { title: "Calls at once", load: () => import("./concurrent-calls.ts") },
  voicemail: { title: "Transcription of voicemails", load: () => import("./voicemail.ts") },
  "voicemail-live": {
    title: "Reading a voicemail while it is spoken",
    load: () => import("./voicemail-live.ts"),
  },
  "fax-pages": { title: "Documents to fax pages", load: () => import("./fax-pages.ts") },
  "voicemail-page": { title: "Voicemails on the screen", load: () => import("./voicemail-page.ts") },
  "fax-page": { title: "Faxes on the screen", load: () => import("./fax-page.ts") },
  fax: { title: "Fax calls", load: () => import("./fax-engine.ts") },
  chat: { title: "Team chat", load: () => import("./chat.ts") },
  "chat-page": { title: "Team chat on the screen", load: () => import("./chat-page.ts") },
  queues: { title: "Queues", load: () => import("./queues.ts") },
  floor: { title: "A busy floor", load: () => import("./queue-floor.ts") },
  conference: { title: "Conference", load: () => import("./conference.ts") },
};
const PAGE = new URL("../docs/benchmarks.md", import.meta.url);

const asked = new Map<string, string[]>();
for (const [name = "", ...parts] of process.argv.slice(2).map((wish) => wish.split(":")))
  asked.set(name, [...(asked.get(name) ?? []), ...parts]);
const unknown = [...asked.keys()].filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`No benchmark ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
const sections: BenchSection[] = [];
for (const [name, { title, load }] of Object.entries(BENCHES)) {
  if (asked.size > 0 && !asked.has(name)) continue;
  console.log(`\n${title}`);
  const bench = await load();
  const parts = asked.get(name) ?? [];
  const strange = parts.filter((part) => !bench.parts?.includes(part));
  if (strange.length > 0)
    throw new Error(`No part ${strange.join(", ")}. There are: ${(bench.parts ?? ["none"]).join(", ")}.`);
  const [date, [busy = 0]] = [new Date(), loadavg()];
  const { result: results, stolen } = await withStolenShare(() =>
    parts.length > 0 ? bench.run(parts) : bench.run(),
  );
  console.log(`  The host took ${(stolen * 100).toFixed(0)} % of the processors' time.`);
  for (const result of results) {
    const reached = reachesGoal(result);
    console.log(`  ${describeResult(result)}${reached === undefined ? "" : reached ? "  ✓" : "  ✗"}`);
  }
  if (parts.length === 0)
    sections.push({ title, notes: bench.notes ?? [], results, date, load: busy, stolen });
}
const titles = Object.values(BENCHES).map(({ title }) => title);
await writeFile(PAGE, renderBenchmarksPage(await readFile(PAGE, "utf8"), titles, sections));
