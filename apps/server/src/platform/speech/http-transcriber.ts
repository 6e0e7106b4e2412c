import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { SpokenSentence } from "@offhook/contract";
import { z } from "zod";
import type { Transcriber } from "../transcriber.ts";

export interface HttpTranscriberOptions {
  readonly url: string;
  /** Sent as a bearer token, where the service wants one. */
  readonly token: string | undefined;
  /** Injected by tests; a service may take as long as the message itself. */
  readonly answerMs?: number;
}

const ANSWER_MS = 300_000;
/** Ten minutes of talk are some 10 kB of text. */
const MAX_ANSWER_BYTES = 1_000_000;

const Answer = z.object({ sentences: z.array(SpokenSentence).max(10_000) });

/** A service over HTTP: it gets the file as it is, and answers with what it heard. See docs/transcription.md. */
export function createHttpTranscriber({ url, token, answerMs }: HttpTranscriberOptions): Transcriber {
  return {
    async transcribe(file) {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": extname(file) === ".opus" ? "audio/ogg" : "audio/wav",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: await readFile(file),
        redirect: "error",
        signal: AbortSignal.timeout(answerMs ?? ANSWER_MS),
      });
      if (!response.ok) throw new Error(`The transcription service answered ${response.status}`);
      const parsed = Answer.safeParse(JSON.parse(await limitedText(response)));
      if (!parsed.success)
        throw new Error("The transcription service answered something else than sentences");
      return parsed.data.sentences;
    },
  };
}

async function limitedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES) throw new Error("The transcription service answered too much");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
