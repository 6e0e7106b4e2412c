import { expect, test } from "vitest";
import { ChatFiles, isUploadCanceled } from "./chat-files.ts";

function someFiles(origin: string) {
  const failures: unknown[] = [];
  const access = { origin, apiKey: "key", token: async () => "token" };
  const files = new ChatFiles(access, fetch, (failure) => failures.push(failure));
  return { files, failures };
}

const FILE = { id: "file-1", file: new File(["words"], "notes.txt", { type: "text/plain" }), progress: 0 };

test("[TEAM-L12] an upload that fails is told to the log", async () => {
  // A name that never leads anywhere.
  const { files, failures } = someFiles("http://chat.invalid");
  await expect(files.upload(FILE, () => {})).rejects.toThrow("The file could not be sent");
  expect(failures).toEqual([new Error("The file could not be sent")]);
});

test("[TEAM-L12] one that the user has called off is not", async () => {
  const { files, failures } = someFiles("http://chat.invalid");
  const upload = files.upload(FILE, () => {}).catch((failure: unknown) => failure);
  // Once it is under way, which takes a token.
  await Promise.resolve();
  await Promise.resolve();
  files.cancel(FILE.id);
  expect(isUploadCanceled(await upload)).toBe(true);
  expect(failures).toEqual([]);
});

test.each(["<p>Please sign in to this network</p>", "null", '{"ctrl":{"params":{"url":7}}}'])(
  "[TEAM-L13] an upload that is answered with %s fails",
  async (answer) => {
    const { files } = someFiles(`data:text/html,${encodeURIComponent(answer)}#`);
    await expect(files.upload(FILE, () => {})).rejects.toThrow();
  },
);
