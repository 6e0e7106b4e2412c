import { holdsUnstorableText } from "@offhook/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { WorkerJobError, WorkerJobs } from "../../platform/workers/worker-jobs.ts";
import { requestInvalid } from "../errors/request-errors.ts";
import type { LargeBody, LargeBodyProblem } from "./large-body.ts";

/** Written out in JSON, NUL and lone surrogates can only come as escapes; nearly no body has one. */
const SUSPECT = /\\u(0000|[dD][89a-fA-F])/;

/** A body of this size takes the server's thread about two milliseconds; files take a hundred times as much. */
const LARGE_BYTES = 512 * 1024;

/** Sign-in clients of providers send forms; a field that comes twice counts with its last value. */
export function acceptFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text: string, done) => {
      const value = Object.fromEntries(new URLSearchParams(text));
      if (holdsUnstorableText(value)) done(requestInvalid(UNSTORABLE));
      else done(null, value);
    },
  );
}

export const UNSTORABLE = "The request holds a character that is not allowed";
const PROBLEMS: Readonly<Record<LargeBodyProblem, string>> = {
  notJson: "body: The body is not valid JSON",
  forbiddenKey: "body: The body is not valid JSON",
  unstorable: UNSTORABLE,
  tooManyParts: "body: The body has too many parts",
};

type Parsed = (error: Error | null, value?: unknown) => void;

/**
 * JSON bodies. Text that PostgreSQL cannot store (NUL, half of a surrogate pair) is refused here once, so that
 * no handler has to think of it. Large bodies, which carry files, are read in a thread of their own.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const large = new WorkerJobs<Uint8Array, LargeBody>({
    bundled: new URL("./large-body-worker.js", import.meta.url),
    source: new URL("./large-body-worker.ts", import.meta.url),
    maxMemoryMb: 512,
    maxMs: 20_000,
    maxThreads: 1,
  });
  app.addHook("onClose", () => large.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (body.length <= LARGE_BYTES) readSmall(request, body.toString("utf8"), done);
    else void readLarge(body, done);
  });

  function readSmall(request: FastifyRequest, text: string, done: Parsed): void {
    void parse(request, text, (error, value: unknown) => {
      if (!error && SUSPECT.test(text) && holdsUnstorableText(value)) done(requestInvalid(UNSTORABLE));
      else done(error, value);
    });
  }

  async function readLarge(body: Buffer, done: Parsed): Promise<void> {
    try {
      // Handed over without a copy where it has its memory to itself.
      const isWhole = body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer;
      const transfer = isWhole ? [body.buffer as ArrayBuffer] : [];
      for await (const result of large.run(body, transfer)) {
        if (result.problem === null) done(null, result.value);
        else done(requestInvalid(PROBLEMS[result.problem]));
      }
    } catch (error) {
      done(error instanceof WorkerJobError ? requestInvalid(PROBLEMS.notJson) : (error as Error));
    }
  }
}
