import { expect, onTestFinished, test } from "vitest";
import { defaultProgram } from "../client/media-child.ts";
import { MediaEngine } from "../client/media-engine.ts";
import { EventLog } from "../testing/event-log.ts";
import { WebRtcPeers } from "../testing/webrtc-peers.ts";

/** Nothing that the process let go of stays in memory by luck. */
const COLLECTS_ALWAYS = ["--expose-gc", "--import", "data:text/javascript,setInterval(gc, 5).unref()"];

test("[ENG3] a process with browser legs, most of them closed before, ends by itself and not by a crash", async () => {
  const { entry, execArgv } = defaultProgram();
  const engine = new MediaEngine({ program: { entry, execArgv: [...execArgv, ...COLLECTS_ALWAYS] } });
  const peers = new WebRtcPeers();
  onTestFinished(async () => {
    peers.kill();
    await engine.stop();
  });
  const log = new EventLog(engine);
  await engine.start();
  const { pid } = await log.next("engineUp");

  const offer = await peers.ask("offer", "browser", "opus");
  for (let count = 0; count < 20; count += 1) {
    const legId = `browser-${count}`;
    await engine.request("createWebRtcLeg", { legId, offer, codecs: ["opus"] });
    if (count % 4 > 0) await engine.request("closeLeg", { legId });
  }
  process.kill(pid!, "SIGTERM");
  expect((await log.next("engineDown")).reason).toBe("exit code 0");
});
