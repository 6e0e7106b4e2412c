import { isMainThread } from "node:worker_threads";

/**
 * Entry of the media process, and of the thread in it that converts recordings: one file, so that a bundle has one
 * entry more and not two. The thread must not load the transport library, which aborts when loaded twice.
 */
if (isMainThread) {
  const { runMediaProcess } = await import("./engine-main.ts");
  runMediaProcess(new URL(import.meta.url));
} else {
  const { runConversionWorker } = await import("../recordings/conversion-worker.ts");
  runConversionWorker();
}
