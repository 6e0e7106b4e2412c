import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { phoneFolder, StockPhone, type StockPhoneOptions, startPhone } from "./stock-phone.ts";

const PROGRAM = "/usr/bin/linphonec";

/** Linphone at its own command line, with files in place of a sound card. */
export class Linphone extends StockPhone {
  protected override readonly signs = {
    registered: /Registration on .* successful/,
    rings: /is contacting you/,
    talks: /Media streams established/,
    ended: /Call \d+ with .* ended/,
  };
  readonly #domain: string;

  private constructor(folder: string, process: ReturnType<typeof startPhone>, domain: string) {
    super(folder, process);
    this.#domain = domain;
  }

  static async start(options: StockPhoneOptions): Promise<Linphone> {
    const { folder } = await phoneFolder(PROGRAM, options.hz);
    // It will not make them, and cannot keep its books without.
    await mkdir(join(folder, ".local", "share", "linphone"), { recursive: true });
    await writeFile(join(folder, "linphonerc"), configOf(options, await freePort()));
    const child = startPhone(PROGRAM, ["-c", join(folder, "linphonerc"), "-d", "0", "-S"], folder);
    const phone = new Linphone(folder, child, options.domain);
    await phone.says(/linphonec>/);
    phone.#type("soundcard use files");
    return phone;
  }

  async call(number: string): Promise<void> {
    await this.#openEars();
    this.#type(`call sip:${number}@${this.#domain}`);
  }

  async answer(): Promise<void> {
    await this.#openEars();
    this.#type("answer");
  }

  override async talks(): Promise<void> {
    await super.talks();
    this.#type(`play ${join(this.folder, "voice.wav")}`);
  }

  async hangUp(): Promise<void> {
    this.#type("terminate");
  }

  protected async heard(): Promise<Buffer> {
    return readFile(this.#recording).catch(() => Buffer.alloc(0));
  }

  get #recording(): string {
    return join(this.folder, "heard.wav");
  }

  /** Before every call, or it would append to what it heard in the last one. */
  async #openEars(): Promise<void> {
    await rm(this.#recording, { force: true });
    this.#type(`record ${this.#recording}`);
  }

  #type(command: string): void {
    this.stdin?.write(`${command}\n`);
  }
}

function configOf({ username, password, domain, transport, port }: StockPhoneOptions, own: number): string {
  const server = `sip:127.0.0.1:${port};transport=${transport}`;
  return [
    "[sip]",
    `sip_port=${transport === "udp" ? own : 0}`,
    `sip_tcp_port=${transport === "tcp" ? own : 0}`,
    "sip_tls_port=0",
    "default_proxy=0",
    "register_only_when_network_is_up=0",
    "",
    "[rtp]",
    "audio_rtp_port=34000-35000",
    "",
    "[proxy_0]",
    `reg_proxy=<${server}>`,
    `reg_route=<${server};lr>`,
    `reg_identity=sip:${username}@${domain}`,
    "reg_expires=120",
    "reg_sendregister=1",
    "",
    "[auth_info_0]",
    `username=${username}`,
    `userid=${username}`,
    `passwd=${password}`,
    `realm=${domain}`,
    "",
  ].join("\n");
}
