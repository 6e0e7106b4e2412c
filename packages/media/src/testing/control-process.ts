import { MediaEngine } from "../client/media-engine.ts";

/** A control process for a test to kill: it starts an engine and tells the pid of the media process. */
const engine = new MediaEngine();
engine.on("engineUp", ({ pid }) => process.send?.(pid));
await engine.start();
