import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpTranscriber } from "./http-transcriber.ts";

interface Reply {
  readonly status: number;
  readonly body: string;
}

describe("createHttpTranscriber", () => {
  let folder: string;
  let file: string;
  let service: Server;
  let url: string;
  /** Undefined: it never answers. */
  let reply: Reply | undefined;
  let heard: { request: IncomingMessage; body: Buffer } | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "offhook-transcription-"));
    file = join(folder, "message.wav");
    await writeFile(file, "the sound");
    heard = undefined;
    service = createServer((request, response) => {
      const answer = (body: Buffer) => {
        heard = { request, body };
        if (reply) response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
      };
      buffer(request).then(answer, () => response.destroy());
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/transcribe`;
  });

  afterEach(async () => {
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    await rm(folder, { recursive: true });
  });

  const transcribe = (token?: string, answerMs = 20_000) =>
    createHttpTranscriber({ url, token, answerMs }).transcribe(file);

  it("posts the file with the token, and takes the sentences", async () => {
    const sentences = [{ text: "Please call me back.", start: 0.4, end: 2.1 }];
    reply = { status: 200, body: JSON.stringify({ sentences }) };
    expect(await transcribe("secret")).toEqual(sentences);
    expect(heard?.body.toString()).toBe("the sound");
    expect(heard?.request.method).toBe("POST");
    expect(heard?.request.headers).toMatchObject({
      authorization: "Bearer secret",
      "content-type": "audio/wav",
    });
  });

  it("takes no sentences for no words, and sends no token where there is none", async () => {
    reply = { status: 200, body: '{"sentences":[]}' };
    expect(await transcribe()).toEqual([]);
    expect(heard?.request.headers.authorization).toBeUndefined();
  });

  it.each([
    ["an error", { status: 503, body: "busy" }, "answered 503"],
    ["another shape", { status: 200, body: '{"text":"hello"}' }, "something else than sentences"],
    ["no JSON", { status: 200, body: "hello" }, "JSON"],
    ["too much", { status: 200, body: `"${"x".repeat(1_100_000)}"` }, "too much"],
  ])("rejects when the service answers %s", async (_name, answer, message) => {
    reply = answer;
    await expect(transcribe()).rejects.toThrow(message);
  });

  it("rejects when the service does not answer in time", async () => {
    reply = undefined;
    await expect(transcribe(undefined, 100)).rejects.toThrow("timeout");
  });

  it("rejects where the file is missing, and where the service is", async () => {
    reply = { status: 200, body: '{"sentences":[]}' };
    const missing = createHttpTranscriber({ url, token: undefined }).transcribe(join(folder, "gone.wav"));
    await expect(missing).rejects.toThrow("ENOENT");
    const nowhere = createHttpTranscriber({ url: "http://127.0.0.1:1", token: undefined });
    await expect(nowhere.transcribe(file)).rejects.toThrow();
  });
});
