import { FaxEngine } from "../client/fax-engine.ts";

/** A server that opens a fax call, tells of the fax process, and is killed by the test. */
const [, , file = ""] = process.argv;
const engine = new FaxEngine();
await engine.openCall({
  callId: "only",
  role: "receive",
  file,
  stationId: "",
  ecm: true,
  port: 0,
  address: "127.0.0.1",
});
process.send?.(engine.pid);
