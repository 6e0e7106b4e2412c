import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { BenchResult } from "../bench-result.ts";
import { inDatabase } from "../database.ts";
import { percentile } from "../frames.ts";
import { processorSecondsOfTrees } from "../processor-time.ts";
import type { ServerProcess } from "../server-process.ts";
import type { SearchService } from "./search-service.ts";

const LINE = "12125550111";
const FIRST_NUMBER = 9_991_000_000;
/** Turn by turn with and without, so that a busy moment of the machine meets both. */
const TURNS = 16;
const TEXTS_OF_TURN = 40;
const WARM_TEXTS = 60;
const FINDINGS = 20;
const FOUND_WITHIN_MS = 10_000;
const GOALS = { share: 1.15, foundMs: 1_000 };

interface WriteCost {
  texts: number;
  milliseconds: number;
  processorSeconds: number;
}

const cost = (): WriteCost => ({ texts: 0, milliseconds: 0, processorSeconds: 0 });

/** The words of a text nobody has sent, as long as texts are. */
function textOf(number: number): string {
  const own = (number * 7_919 + 1_234_567).toString(26).replaceAll(/\d/g, "q");
  return `Good morning ${own}, the visit on day ${number % 28} is confirmed, see you then at the ${own} entrance.`;
}

async function switchTriggers(client: pg.Client, isOn: boolean): Promise<void> {
  const { rows } = await client.query<{ relation: string; name: string }>(`
    select tgrelid::regclass::text as relation, tgname as name from pg_trigger
    where tgname like 'search%' and tgrelid in ('sms_messages'::regclass, 'sms_conversations'::regclass)`);
  if (rows.length === 0) throw new Error("There is no trigger that keeps the index of texts");
  for (const { relation, name } of rows)
    await client.query(`alter table ${relation} ${isOn ? "enable" : "disable"} trigger ${name}`);
}

/** What keeping the index adds to a text that is sent over HTTP, until the service has answered. */
export async function writeResults(server: ServerProcess, service: SearchService): Promise<BenchResult[]> {
  const indexed = cost();
  const bare = cost();
  let sent = 0;
  const turn = async (count: number, into: WriteCost): Promise<void> => {
    const before = await processorSecondsOfTrees([server.pid]);
    for (let text = 0; text < count; text += 1) {
      sent += 1;
      const number = String(FIRST_NUMBER + ((sent * 7_919) % 50_000));
      const begun = performance.now();
      await service.send(number, LINE, textOf(sent));
      into.milliseconds += performance.now() - begun;
    }
    into.texts += count;
    into.processorSeconds += (await processorSecondsOfTrees([server.pid])) - before;
  };
  await turn(WARM_TEXTS, cost());
  await inDatabase(server.dataDir, async (client) => {
    try {
      for (let index = 0; index < TURNS; index += 1) {
        const isOn = index % 2 === 0;
        await switchTriggers(client, isOn);
        await turn(TEXTS_OF_TURN, isOn ? indexed : bare);
      }
    } finally {
      await switchTriggers(client, true);
    }
  });
  const time = ({ milliseconds, texts }: WriteCost): number => milliseconds / texts;
  const processor = ({ processorSeconds, texts }: WriteCost): number => (processorSeconds * 1_000) / texts;
  return [
    {
      name: "A text is sent, mean",
      value: time(indexed),
      unit: "ms",
      ratio: time(indexed) / time(bare),
      peer: `without the index, ${time(bare).toPrecision(3)} ms`,
      goal: GOALS.share,
    },
    {
      name: "A text is sent, processor time of server and database",
      value: processor(indexed),
      unit: "ms",
      ratio: processor(indexed) / processor(bare),
      peer: `without the index, ${processor(bare).toPrecision(3)} ms`,
    },
  ];
}

/** From the answer to the sender until a search answers with the text. */
export async function findingResult(service: SearchService): Promise<BenchResult> {
  const times: number[] = [];
  for (let index = 0; index < FINDINGS; index += 1) {
    const word = randomUUID().replaceAll(/[^a-f]/g, "z");
    await service.send(String(FIRST_NUMBER + 100 + index), LINE, `Please bring the ${word} tomorrow`);
    const begun = performance.now();
    for (;;) {
      const { status, body } = await service.ask(word);
      const { result } = JSON.parse(body) as { result: { smsMessages?: readonly unknown[] } };
      if (status === 200 && result.smsMessages?.length === 1) break;
      if (performance.now() - begun > FOUND_WITHIN_MS) throw new Error(`A text with ${word} was never found`);
    }
    times.push(performance.now() - begun);
  }
  return {
    name: "Until a text that was sent is found, p95",
    value: percentile(times, 0.95),
    unit: "ms",
    goal: GOALS.foundMs,
  };
}
