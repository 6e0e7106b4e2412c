import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { freeUdpPort } from "../free-ports.ts";
import type { MediaPath } from "../media-path.ts";
import { type Bencoded, bencode, readBencodedText } from "./bencode.ts";
import { PeerProcess } from "./peer-process.ts";

const ANSWER_MS = 2_000;
const PORTS = { first: 31_000, last: 38_999 };

/** rtpengine without its kernel module: every packet goes through the program, as it does through ours. */
export class Rtpengine implements MediaPath {
  readonly name = "rtpengine";
  readonly #process: PeerProcess;
  readonly #socket: Socket;
  readonly controlPort: number;
  #cookie = 0;

  private constructor(process: PeerProcess, socket: Socket, controlPort: number) {
    this.#process = process;
    this.#socket = socket;
    this.controlPort = controlPort;
  }

  static async start(): Promise<Rtpengine> {
    const controlPort = await freeUdpPort();
    const process = new PeerProcess({
      program: "rtpengine",
      args: [
        "--config-file=none",
        "--table=-1",
        "--interface=127.0.0.1",
        `--listen-ng=127.0.0.1:${controlPort}`,
        `--port-min=${PORTS.first}`,
        `--port-max=${PORTS.last}`,
        "--foreground",
        "--log-stderr",
        "--log-level=3",
      ],
    });
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    // Until rtpengine listens, its port refuses: that is no error of ours.
    socket.on("error", () => {});
    const rtpengine = new Rtpengine(process, socket, controlPort);
    await process.ready(() =>
      rtpengine.#ask({ command: "ping" }).then(
        () => true,
        () => false,
      ),
    );
    return rtpengine;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** A call between two phones that listen at these ports; where each of them has to send. */
  async connect(callId: string, ports: readonly [number, number]): Promise<readonly [number, number]> {
    const common = { "call-id": callId, "from-tag": "a", replace: ["origin"] };
    const offered = await this.#ask({ ...common, command: "offer", sdp: description(ports[0]) });
    const answered = await this.#ask({
      ...common,
      command: "answer",
      "to-tag": "b",
      sdp: description(ports[1]),
    });
    return [mediaPort(answered), mediaPort(offered)];
  }

  async stop(): Promise<void> {
    this.#socket.close();
    await this.#process.stop();
  }

  async #ask(request: { readonly [key: string]: Bencoded }): Promise<string> {
    this.#cookie += 1;
    const cookie = String(this.#cookie);
    const answered = new Promise<string>((resolve, reject) => {
      const giveUp = setTimeout(
        () => finish(() => reject(new Error("rtpengine does not answer"))),
        ANSWER_MS,
      );
      const listen = (data: Buffer): void => {
        const text = data.toString();
        if (text.startsWith(`${cookie} `)) finish(() => resolve(text.slice(cookie.length + 1)));
      };
      const finish = (done: () => void): void => {
        clearTimeout(giveUp);
        this.#socket.off("message", listen);
        done();
      };
      this.#socket.on("message", listen);
    });
    this.#socket.send(`${cookie} ${bencode(request)}`, this.controlPort, "127.0.0.1");
    const answer = await answered;
    const result = readBencodedText(answer, "result");
    if (result !== "ok" && result !== "pong") throw new Error(`rtpengine refuses: ${answer}`);
    return answer;
  }
}

function description(port: number): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "c=IN IP4 127.0.0.1",
    "t=0 0",
    `m=audio ${port} RTP/AVP 0`,
    "a=rtpmap:0 PCMU/8000",
    "a=ptime:20",
    "",
  ].join("\r\n");
}

function mediaPort(answer: string): number {
  const sdp = readBencodedText(answer, "sdp") ?? "";
  const port = /m=audio (\d+)/.exec(sdp)?.[1];
  if (port === undefined) throw new Error(`rtpengine gave no port: ${answer}`);
  return Number(port);
}
