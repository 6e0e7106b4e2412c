import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeTcpPort, freeUdpPort } from "../free-ports.ts";
import { CALLEES, CALLERS, DOMAIN, PASSWORD, type SipServer } from "../sip-server.ts";
import { kamailioConfig } from "./kamailio-config.ts";
import { PeerProcess } from "./peer-process.ts";
import type { Rtpengine } from "./rtpengine.ts";

const ANSWER_MS = 200;

/** With rtpengine it anchors the audio of a call as we do; without, phones talk to one another directly. */
export class Kamailio implements SipServer {
  readonly name: string;
  readonly port: number;
  readonly #process: PeerProcess;
  readonly #folder: string;
  readonly #rtpengine: Rtpengine | undefined;

  private constructor(port: number, process: PeerProcess, folder: string, rtpengine: Rtpengine | undefined) {
    this.name = rtpengine ? "Kamailio with rtpengine" : "Kamailio";
    this.port = port;
    this.#process = process;
    this.#folder = folder;
    this.#rtpengine = rtpengine;
  }

  static async start(rtpengine?: Rtpengine): Promise<Kamailio> {
    const [port, websocketPort] = [await freeUdpPort(), await freeTcpPort()];
    const folder = await mkdtemp(join(tmpdir(), "offhook-kamailio-"));
    const config = kamailioConfig({
      port,
      websocketPort,
      runDir: folder,
      users: [...CALLERS, ...CALLEES],
      password: PASSWORD,
      rtpenginePort: rtpengine?.controlPort,
    });
    const file = join(folder, "kamailio.cfg");
    await writeFile(file, config);
    const args = ["-DD", "-E", "-f", file, "-w", folder, "-Y", folder, "-P", join(folder, "pid"), "-m", "64"];
    const process = new PeerProcess({ program: "kamailio", args });
    await process.ready(() => answersSip(port));
    return new Kamailio(port, process, folder, rtpengine);
  }

  get pids(): readonly number[] {
    return [this.#process.pid, ...(this.#rtpengine ? [this.#rtpengine.pid] : [])];
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Whether anything at all comes back for an OPTIONS. */
async function answersSip(port: number): Promise<boolean> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const own = socket.address().port;
  const answered = Promise.race([
    once(socket, "message").then(() => true),
    once(socket, "error").then(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_MS, false)),
  ]);
  const lines = [
    `OPTIONS sip:${DOMAIN} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bK${own}`,
    "From: <sip:probe@offhook.test>;tag=1",
    "To: <sip:offhook.test>",
    `Call-ID: probe-${own}`,
    "CSeq: 1 OPTIONS",
    "Max-Forwards: 1",
    "Content-Length: 0",
    "\r\n",
  ];
  socket.send(lines.join("\r\n"), port, "127.0.0.1");
  const isThere = await answered;
  socket.close();
  return isThere;
}
