import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { freePort } from "../free-port.ts";
import { phoneFolder, StockPhone, type StockPhoneOptions, startPhone } from "./stock-phone.ts";

const PROGRAM = "/usr/bin/baresip";

/** Baresip, driven over its control port; what it hears lands in WAV files, one for each call and direction. */
export class Baresip extends StockPhone {
  protected override readonly signs = {
    registered: /200 OK \(Offhook\)/,
    rings: /event CALL_INCOMING/,
    talks: /event CALL_ESTABLISHED/,
    ended: /event CALL_CLOSED/,
  };
  readonly #control: Socket;
  readonly #domain: string;
  /** All of it, also what was before the last call. */
  #said = "";

  private constructor(
    folder: string,
    process: ReturnType<typeof startPhone>,
    control: Socket,
    domain: string,
  ) {
    super(folder, process);
    this.#control = control;
    this.#domain = domain;
    let pending = "";
    control.on("data", (bytes: Buffer) => {
      pending = this.#readFrames(pending + bytes.toString());
    });
    control.on("error", () => {});
  }

  static async start(options: StockPhoneOptions): Promise<Baresip> {
    const { folder, voice } = await phoneFolder(PROGRAM, options.hz);
    const controlPort = await freePort();
    await mkdir(join(folder, "heard"));
    await writeFile(join(folder, "config"), configOf(folder, voice, controlPort));
    await writeFile(join(folder, "contacts"), "");
    await writeFile(join(folder, "accounts"), accountOf(options));
    const child = startPhone(PROGRAM, ["-f", folder], folder);
    let control: Socket | undefined;
    await expect
      .poll(async () => {
        control = await connected(controlPort);
        return control;
      })
      .toBeDefined();
    return new Baresip(folder, child, control!, options.domain);
  }

  async call(number: string): Promise<void> {
    this.#command("dial", `sip:${number}@${this.#domain}`);
  }

  async answer(): Promise<void> {
    this.#command("accept");
  }

  async hangUp(): Promise<void> {
    this.#command("hangup");
  }

  protected override note(text: string): void {
    super.note(text);
    this.#said += text;
  }

  /** The light for waiting messages, and the counts of new and old ones beside it. */
  async light(isOn: boolean, counts: RegExp): Promise<void> {
    await expect
      .poll(() => this.#said.split("----- MWI for ").at(-1), { timeout: 20_000 })
      .toMatch(new RegExp(`Messages-Waiting: ${isOn ? "yes" : "no"}[^]*Voice-Message: ${counts.source} `));
  }

  async press(keys: string): Promise<void> {
    this.#command("sndcode", keys);
  }

  override async stop(): Promise<void> {
    this.#control.destroy();
    await super.stop();
  }

  /** The newest recording of what came in; their names begin with the time. */
  protected async heard(): Promise<Buffer> {
    const names = await readdir(join(this.folder, "heard"));
    const newest = names
      .filter((name) => name.includes("dec"))
      .sort()
      .at(-1);
    return newest === undefined ? Buffer.alloc(0) : readFile(join(this.folder, "heard", newest));
  }

  #command(command: string, params = ""): void {
    const text = JSON.stringify({ command, params, token: "test" });
    this.#control.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /** Netstrings: a length, a colon, so many bytes, a comma. Returns what is not whole yet. */
  #readFrames(text: string): string {
    let rest = text;
    for (;;) {
      const colon = rest.indexOf(":");
      const length = Number(rest.slice(0, Math.max(0, colon)));
      if (colon < 0 || rest.length < colon + length + 2) return rest;
      const event = JSON.parse(rest.slice(colon + 1, colon + 1 + length));
      if (event.event) this.note(`event ${event.type}\n`);
      rest = rest.slice(colon + length + 2);
    }
  }
}

function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

function accountOf({ username, password, domain, transport, port }: StockPhoneOptions): string {
  const proxy = `outbound="sip:127.0.0.1:${port};transport=${transport}"`;
  const audio = "audio_codecs=PCMU;answermode=manual";
  return `<sip:${username}@${domain};transport=${transport}>;auth_user=${username};auth_pass=${password};${proxy};regint=60;${audio}\n`;
}

function configOf(folder: string, voice: string, controlPort: number): string {
  const modules = ["g711", "aufile", "aubridge", "sndfile"].map((name) => `module ${name}.so`);
  const applications = ["account", "menu", "ctrl_tcp", "mwi"].map((name) => `module_app ${name}.so`);
  return [
    "poll_method epoll",
    "sip_listen 127.0.0.1:0",
    "net_interface 127.0.0.1",
    `audio_source aufile,${voice}`,
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
