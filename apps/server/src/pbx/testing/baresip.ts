import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freeTcpPort } from "./free-ports.ts";
import { toneFile } from "./tone.ts";

const PROGRAM = "/usr/bin/baresip";
const VOICE_FILE = "voice.wav";

export interface BaresipOptions {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  readonly transport: "udp" | "tcp";
  readonly port: number;
  /** The tone it speaks. */
  readonly hz: number;
}

interface BaresipEvent {
  readonly type?: string;
  readonly peeruri?: string;
}

/** A stock phone from Debian, driven over its control port; what it hears lands in WAV files. */
export class Baresip {
  readonly events: BaresipEvent[] = [];
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #control: Socket;
  #output = "";

  private constructor(folder: string, child: ChildProcess, control: Socket) {
    this.#folder = folder;
    this.#process = child;
    this.#control = control;
    let pending = Buffer.alloc(0);
    control.on("data", (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes]);
      pending = this.#readFrames(pending);
    });
    const note = (bytes: Buffer): void => {
      this.#output += bytes.toString();
    };
    child.stdout?.on("data", note);
    child.stderr?.on("data", note);
  }

  static async start(options: BaresipOptions): Promise<Baresip> {
    if (!existsSync(PROGRAM)) throw new Error("This test needs baresip: apt-get install baresip");
    const folder = await mkdtemp(join(tmpdir(), "offhook-baresip-"));
    const controlPort = await freeTcpPort();
    await mkdir(join(folder, "heard"));
    await writeFile(join(folder, "config"), configOf(folder, controlPort));
    await writeFile(join(folder, VOICE_FILE), toneFile(options.hz));
    await writeFile(join(folder, "contacts"), "");
    await writeFile(join(folder, "accounts"), accountOf(options));
    const child = spawn(PROGRAM, ["-f", folder], { stdio: ["ignore", "pipe", "pipe"] });
    try {
      const control = await vi.waitFor(() => connected(controlPort), { timeout: 10_000 });
      return new Baresip(folder, child, control);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  command(command: string, params = ""): void {
    const text = JSON.stringify({ command, params, token: "test" });
    this.#control.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /** Waits until it has told of such an event. */
  async tells(type: string): Promise<BaresipEvent> {
    return vi.waitFor(
      () => {
        const found = this.events.find((event) => event.type === type);
        if (!found) throw new Error(`No ${type} among ${JSON.stringify(this.events)}\n${this.#output}`);
        return found;
      },
      { timeout: 15_000, interval: 50 },
    );
  }

  /** Waits until it has written such a line: what happens at its start it tells no other way. */
  async says(pattern: RegExp): Promise<string> {
    return vi.waitFor(
      () => {
        const [found] = pattern.exec(this.#output) ?? [];
        if (found === undefined) throw new Error(`Nothing like ${pattern} in:\n${this.#output}`);
        return found;
      },
      { timeout: 15_000, interval: 50 },
    );
  }

  /** 16-bit samples of what the far end said so far. */
  async heard(): Promise<Int16Array> {
    const names = await readdir(join(this.#folder, "heard"));
    const name = names.find((each) => each.includes("dec"));
    if (!name) return new Int16Array();
    const file = await readFile(join(this.#folder, "heard", name));
    const data = file.subarray(44);
    return new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + (data.length & ~1)));
  }

  async stop(): Promise<void> {
    this.#control.destroy();
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Netstrings: a length, a colon, so many bytes, a comma. */
  #readFrames(bytes: Buffer): Buffer<ArrayBuffer> {
    let rest = bytes;
    for (;;) {
      const colon = rest.indexOf(":");
      const length = Number(rest.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || rest.length < colon + length + 2) return Buffer.from(rest);
      const event = JSON.parse(rest.subarray(colon + 1, colon + 1 + length).toString());
      if (event.event) this.events.push(event);
      rest = rest.subarray(colon + length + 2);
    }
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

function accountOf({ username, password, domain, transport, port }: BaresipOptions): string {
  const proxy = `outbound="sip:127.0.0.1:${port};transport=${transport}"`;
  const audio = "audio_codecs=PCMU;answermode=auto";
  return `<sip:${username}@${domain};transport=${transport}>;auth_user=${username};auth_pass=${password};${proxy};regint=60;${audio}\n`;
}

function configOf(folder: string, controlPort: number): string {
  const modules = ["g711", "aufile", "aubridge", "sndfile"].map((name) => `module ${name}.so`);
  const applications = ["account", "menu", "ctrl_tcp"].map((name) => `module_app ${name}.so`);
  return [
    "poll_method epoll",
    "sip_listen 127.0.0.1:0",
    "net_interface 127.0.0.1",
    `audio_source aufile,${join(folder, VOICE_FILE)}`,
    "audio_player aubridge,nil",
    "audio_alert aubridge,nil",
    "audio_channels 1-1",
    "ausrc_srate 8000",
    "auplay_srate 8000",
    "rtp_ports 32000-33000",
    "module_path /usr/lib/baresip/modules",
    ...modules,
    "module_tmp uuid.so",
    ...applications,
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    `snd_path ${join(folder, "heard")}`,
    "",
  ].join("\n");
}
