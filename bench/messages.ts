import { Agent, get as httpGet, type RequestOptions } from "node:http";
import { text } from "node:stream/consumers";
import type { BrowserContext, Page } from "@playwright/test";
import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { signedInState } from "./demo-sign-in.ts";
import { flingFrames, frameTime, percentile } from "./frames.ts";
import { calmly } from "./host.ts";
import { openThreadTime, sendAndWatch } from "./messages-page.ts";
import { signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, withDemoServer } from "./server-process.ts";

const REQUESTS = 200;
/** Measured in parts, so that a moment in which the host is busy costs one of them. */
const PARTS = 5;
const THREADS_OF_PART = 20;
/** The first are slower: until then the browser interprets much of what opens a thread. */
const WARM_THREADS = 10;
const TEXTS_OF_PART = 20;
/** By then a page that was opened anew has loaded what it will need later; the list is flung in one like that too. */
const SETTLED_MS = 5_000;
/** Nobody has written a text sooner after the screen came. */
const WRITING_MS = 2_000;
const LINE = "12125550111";
/** The conversations of the large company are numbered from here; the first is the long one. */
const FIRST_NUMBER = 9_991_000_000;
const CONVERSATIONS = 50_000;
const READY_MS = 900_000;
const GRID = '[role="grid"][aria-label="Conversations"]';
const LOG = '[role="log"]';

export const notes = [
  "On `OFFHOOK_DEMO=big`: a million texts in 50,000 conversations, one of them with 100,000. Pages are asked for over HTTP, one after the other, until the last byte is here: the list at the cursor before, threads at random; the first 200 of each are not counted.",
  "In the browser: from the click, 150 ms after the pointer has come to the row, until the frame behind the one that shows the thread, the first ten of which are not counted; from Enter until the frame that shows the own text, counted in frames and in time, and until a colleague's browser shows it. A key is pressed anywhere between two refreshes of the screen, and both browsers and the server share two cores: the first frame behind it may be more than 16.7 ms away. The first text is sent two seconds after both pages are there, since writing it takes longer.",
];

interface Api {
  get(path: string): Promise<{ readonly result: unknown; readonly milliseconds: number }>;
}

async function signInToApi({ url }: ServerProcess): Promise<Api> {
  const { headers } = await signInOverRest(url, "ines@harborlight.example");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, headers };
  return {
    async get(path) {
      const begun = performance.now();
      const { status, body } = await receive(new URL(`/api${path}`, url), options);
      const milliseconds = performance.now() - begun;
      const answer = JSON.parse(body) as { result: unknown; error: unknown };
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
      return { result: answer.result, milliseconds };
    },
  };
}

/** Until its last byte is here: `fetch` itself takes a third of the time that a page takes. */
function receive(url: URL, options: RequestOptions): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = httpGet(url, options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    asking.once("error", reject);
  });
}

async function listTimes(api: Api): Promise<number[]> {
  const times: number[] = [];
  let next: string | null = null;
  for (let index = 0; index < REQUESTS; index += 1) {
    const cursor: string = next === null ? "" : `&cursor=${next}`;
    const { result, milliseconds } = await api.get(`/sms/conversations?limit=50${cursor}`);
    next = (result as { next: string | null }).next;
    times.push(milliseconds);
  }
  return times;
}

async function threadTimes(api: Api): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const number = index % 4 === 0 ? FIRST_NUMBER : FIRST_NUMBER + ((index * 7_919) % CONVERSATIONS);
    const place = index % 3 === 0 ? "&around=unread" : "";
    const path = `/sms/conversation/page?sms_line=${LINE}&conversation=${number}&limit=50${place}`;
    times.push((await api.get(path)).milliseconds);
  }
  return times;
}

async function openThread(context: BrowserContext, url: string, number: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/messages/${number}/${LINE}`);
  await page.locator(`${LOG} article`).first().waitFor({ timeout: 60_000 });
  await page.locator(`${GRID} [role="row"]`).first().waitFor({ timeout: 60_000 });
  return page;
}

function* numbersFrom(first: number): Generator<number, never> {
  for (let number = first; ; number += 1) yield number;
}

async function timesOf<Time>(count: number, measure: () => Promise<Time>): Promise<Time[]> {
  const times: Time[] = [];
  while (times.length < count) times.push(await measure());
  return times;
}

async function inParts<Time>(measure: () => Promise<Time[]>): Promise<Time[]> {
  return (await timesOf(PARTS, () => calmly(measure))).flat();
}

async function browserResults({ url }: ServerProcess): Promise<BenchResult[]> {
  return withBrowser(async (browser) => {
    const viewport = { width: 1280, height: 800 };
    const [mayas, inesState] = [
      await signedInState(browser, url),
      await signedInState(browser, url, "ines@harborlight.example"),
    ];
    const maya = await browser.newContext({ storageState: mayas, viewport });
    const ines = await browser.newContext({ storageState: inesState, viewport });
    const page = await openThread(maya, url, FIRST_NUMBER + 1);
    const other = await openThread(ines, url, FIRST_NUMBER + 1);
    await page.waitForTimeout(WRITING_MS);
    const texts = numbersFrom(1);
    const sent = await inParts(() =>
      timesOf(TEXTS_OF_PART, () => sendAndWatch(page, other, `Benchmark text ${texts.next().value} of many`)),
    );
    await other.close();
    // The receipts and answers of these texts come for seconds.
    await page.waitForTimeout(SETTLED_MS);
    const places = numbersFrom(1);
    const openNext = () => openThreadTime(page, places.next().value);
    await timesOf(WARM_THREADS, openNext);
    const opened = await inParts(() => timesOf(THREADS_OF_PART, openNext));
    const listFrames = await calmly(() => flingFrames(page, GRID, 1.5));
    const long = await openThread(maya, url, FIRST_NUMBER);
    await long.waitForTimeout(SETTLED_MS);
    const threadFrames = await calmly(() => flingFrames(long, LOG, -0.5));
    return [
      { name: "Open a thread, click to paint, p95", value: percentile(opened, 0.95), unit: "ms", goal: 50 },
      {
        name: "Own text after Enter, p95",
        value: percentile(
          sent.map(({ ownFrames }) => ownFrames),
          0.95,
        ),
        unit: "frames",
        goal: 1,
      },
      {
        name: "Own text after Enter, median",
        value: percentile(
          sent.map(({ own }) => own),
          0.5,
        ),
        unit: "ms",
      },
      {
        name: "Own text after Enter, p95",
        value: percentile(
          sent.map(({ own }) => own),
          0.95,
        ),
        unit: "ms",
      },
      {
        name: "Text in a second browser, p95",
        value: percentile(
          sent.map(({ other: seen }) => seen),
          0.95,
        ),
        unit: "ms",
        goal: 100,
      },
      {
        name: "Frame while flinging the list, p99",
        value: frameTime(listFrames),
        unit: "ms",
        goal: 16.7,
      },
      {
        name: "Frame while scrolling 100,000 messages, p99",
        value: frameTime(threadFrames),
        unit: "ms",
        goal: 16.7,
      },
    ];
  });
}

export function run(): Promise<BenchResult[]> {
  return withDemoServer(
    async (server) => {
      const api = await signInToApi(server);
      await listTimes(api);
      const lists = await calmly(() => listTimes(api));
      await threadTimes(api);
      const threads = await calmly(() => threadTimes(api));
      return [
        { name: "Page of the list, p95", value: percentile(lists, 0.95), unit: "ms", goal: 10 },
        { name: "Page of a thread, p95", value: percentile(threads, 0.95), unit: "ms", goal: 10 },
        ...(await browserResults(server)),
      ];
    },
    { env: { OFFHOOK_DEMO: "big", RATE_PER_MINUTE: "0" }, readyTimeoutMs: READY_MS },
  );
}
