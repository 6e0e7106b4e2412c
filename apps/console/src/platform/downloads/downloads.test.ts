import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Download, Downloads, saveByLink } from "./downloads.ts";

/** A file that comes part by part, when the test says so. */
class SlowFile {
  readonly signals: AbortSignal[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #headers: HeadersInit;

  constructor(headers: HeadersInit = {}) {
    this.#headers = headers;
  }

  readonly fetch = async (_address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    if (init.signal) this.signals.push(init.signal);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
      },
    });
    return new Response(body, { headers: this.#headers });
  };

  send(bytes: number): void {
    this.#controller?.enqueue(new Uint8Array(bytes));
  }

  finish(): void {
    this.#controller?.close();
  }

  break(): void {
    this.#controller?.error(new TypeError("network error"));
  }
}

const saved = vi.fn<(file: Blob, name: string) => void>();
const onFailed = vi.fn<(download: Download) => void>();
let nextKey = 0;

beforeEach(() => {
  saved.mockClear();
  onFailed.mockClear();
  nextKey = 0;
});

function downloadsOver(load: typeof fetch): Downloads {
  return new Downloads({
    fetch: load,
    newKey: () => {
      nextKey += 1;
      return `d${nextKey}`;
    },
    save: saved,
    onFailed,
  });
}

const first = (downloads: Downloads): Download | undefined => downloads.state.getState()[0];

test("a file comes in steps and is handed over whole", async () => {
  const file = new SlowFile({ "Content-Length": "400", "Content-Type": "application/pdf" });
  const downloads = downloadsOver(file.fetch);
  downloads.start({ name: "fax.pdf", source: "/files/fax" });
  expect(first(downloads)).toMatchObject({ name: "fax.pdf", state: "inProgress", progress: 0, isNew: true });
  await expect.poll(() => file.signals).toHaveLength(1);
  file.send(100);
  await expect.poll(() => first(downloads)).toMatchObject({ progress: 25, size: 400 });
  file.send(300);
  await expect.poll(() => first(downloads)).toMatchObject({ progress: 99 });
  file.finish();
  await expect.poll(() => first(downloads)).toMatchObject({ state: "complete", size: 400 });
  expect(saved).toHaveBeenCalledOnce();
  const [blob, name] = saved.mock.calls[0]!;
  expect([blob.size, blob.type, name]).toEqual([400, "application/pdf", "fax.pdf"]);
});

test("of a compressed answer no progress is claimed", async () => {
  const file = new SlowFile({ "Content-Length": "40", "Content-Encoding": "gzip" });
  const downloads = downloadsOver(file.fetch);
  downloads.start({ name: "list.csv", source: "/files/list" });
  await expect.poll(() => file.signals).toHaveLength(1);
  file.send(4000);
  file.finish();
  await expect.poll(() => first(downloads)).toMatchObject({ state: "complete", size: 4000 });
});

test("a canceled one stops loading, saves nothing and is no failure", async () => {
  const file = new SlowFile({ "Content-Length": "400" });
  const downloads = downloadsOver(file.fetch);
  const key = downloads.start({ name: "fax.pdf", source: "/files/fax" });
  await expect.poll(() => file.signals).toHaveLength(1);
  file.send(100);
  downloads.cancel(key);
  expect(first(downloads)).toMatchObject({ state: "canceled" });
  expect(file.signals[0]?.aborted).toBe(true);
  downloads.cancel(key);
  await Promise.resolve();
  expect(saved).not.toHaveBeenCalled();
  expect(onFailed).not.toHaveBeenCalled();
});

test("a broken line is a failure, told once", async () => {
  const file = new SlowFile();
  const downloads = downloadsOver(file.fetch);
  downloads.start({ name: "fax.pdf", source: "/files/fax" });
  await expect.poll(() => file.signals).toHaveLength(1);
  file.break();
  await expect.poll(() => first(downloads)).toMatchObject({ state: "failed" });
  expect(onFailed).toHaveBeenCalledOnce();
  expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ name: "fax.pdf", state: "failed" });
});

test("a refusal is a failure too: an error page is no file", async () => {
  const downloads = downloadsOver(async () => new Response("gone", { status: 404 }));
  downloads.start({ name: "fax.pdf", source: "/files/fax" });
  await expect.poll(() => first(downloads)).toMatchObject({ state: "failed" });
  expect(saved).not.toHaveBeenCalled();
});

test("a caller may ask for the file in its own way", async () => {
  const downloads = downloadsOver(() => Promise.reject(new Error("not asked")));
  downloads.start({ name: "chat.txt", type: "text/plain", source: async () => new Response("hello") });
  await expect.poll(() => first(downloads)).toMatchObject({ state: "complete", size: 5 });
  expect(saved.mock.calls[0]?.[0].type).toBe("text/plain");
});

test("'Cancel all' ends what runs, 'Clear all' takes away what is over", async () => {
  const file = new SlowFile();
  const downloads = downloadsOver(file.fetch);
  downloads.start({ name: "done.txt", source: async () => new Response("done") });
  await expect.poll(() => first(downloads)).toMatchObject({ state: "complete" });
  downloads.start({ name: "one.pdf", source: "/one" });
  const last = downloads.start({ name: "two.pdf", source: "/two" });
  const names = () => downloads.state.getState().map(({ name, state }) => [name, state]);
  downloads.remove(last);
  expect(names()).toEqual([
    ["two.pdf", "inProgress"],
    ["one.pdf", "inProgress"],
    ["done.txt", "complete"],
  ]);
  downloads.clearAll();
  expect(names()).toEqual([
    ["two.pdf", "inProgress"],
    ["one.pdf", "inProgress"],
  ]);
  downloads.cancelAll();
  downloads.remove(last);
  expect(names()).toEqual([["one.pdf", "canceled"]]);
  downloads.clearAll();
  expect(names()).toEqual([]);
});

test("seen ones are no longer new", async () => {
  const downloads = downloadsOver(async () => new Response("done"));
  downloads.start({ name: "one.txt", source: "/one" });
  downloads.markSeen();
  expect(first(downloads)?.isNew).toBe(false);
  await expect.poll(() => first(downloads)).toMatchObject({ state: "complete", isNew: false });
});

test("leaving stops everything and forgets it", async () => {
  const file = new SlowFile();
  const downloads = downloadsOver(file.fetch);
  downloads.start({ name: "one.pdf", source: "/one" });
  await expect.poll(() => file.signals).toHaveLength(1);
  downloads.stop();
  expect(file.signals[0]?.aborted).toBe(true);
  expect(downloads.state.getState()).toEqual([]);
});

afterEach(() => {
  document.removeEventListener("click", followed, true);
});

const clicks: { href: string; name: string }[] = [];
function followed(event: Event): void {
  // The test page itself must not start a download.
  event.preventDefault();
  const link = event.target as HTMLAnchorElement;
  clicks.push({ href: link.href, name: link.download });
}

test("in a browser a file is saved by a link that names it", async () => {
  document.addEventListener("click", followed, true);
  saveByLink(new Blob(["hello"]), "greeting.txt");
  expect(clicks).toEqual([{ href: expect.stringMatching(/^blob:/), name: "greeting.txt" }]);
  expect(await (await fetch(clicks[0]!.href)).text()).toBe("hello");
  expect(document.querySelectorAll("a[download]")).toHaveLength(0);
});
