import { largeRequests } from "@offhook/testkit";
import type { BenchResult } from "./bench-result.ts";
import { signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, withDemoServer } from "./server-process.ts";

export const notes = [
  "The longest time in which the server's event loop stood still during one request, by the server's own metrics " +
    "(`nodejs_eventloop_lag_max_seconds`, looked at before and after each request). Files are as large as they may " +
    "be, or made to take long.",
];

const GOAL_MS = 50;
/** What people ask for most, and what gives back most. */
const READS = [
  "/api/people",
  "/api/contacts?limit=5000",
  "/api/contacts/export?format=vcard3.0",
  "/api/sms/conversations",
  "/api/phone/cdrs",
  "/api/phone/cdrs/export",
  "/api/tasks",
  "/api/myProfile",
];

export async function run(): Promise<BenchResult[]> {
  const env = { RATE_PER_MINUTE: "1000000" };
  return withDemoServer(measureAll, { env });
}

async function measureAll({ url }: ServerProcess): Promise<BenchResult[]> {
  const { headers } = await signInOverRest(url);
  const results: BenchResult[] = [];
  const measure = async (name: string, path: string, init: RequestInit): Promise<void> => {
    await longestBlock(url);
    const answer = await fetch(`${url}${path}`, { headers, ...init });
    await answer.arrayBuffer();
    if (answer.status === 404 || answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
    results.push({ name, value: await longestBlock(url), unit: "ms", goal: GOAL_MS });
  };
  for (const path of READS) await measure(`GET ${path}`, path, {});
  for (const { name, method, path, body } of largeRequests("12125550110", btoa))
    await measure(name, path, { method, body: JSON.stringify(body) });
  return results;
}

/** Since the last time it was asked for. */
async function longestBlock(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`);
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await answer.text()) ?? [];
  return Number(seconds) * 1000;
}
