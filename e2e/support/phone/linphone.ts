import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { phoneFolder, StockPhone, type StockPhoneOptions, startPhone } from "./stock-phone.ts";

const PROGRAM = "/usr/bin/linphonec";

/** Linphone at its own command line, with files in place of a sound card. */
export class Linphone extends StockPhone {
  protected override readonly signs = {
    registered: /registered, identity=/,
    rings: /incoming call from/,
    talks: /Media streams established/,
    ended: /Call \d+ with .* ended/,
  };
  readonly #domain: string;
  #recordings = 0;

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
    phone.#openEars();
    return phone;
  }

  /** It says so only when it is asked. */
  override async registers(): Promise<void> {
    const asking = setInterval(() => this.#type("status register"), 300);
    await super.registers().finally(() => clearInterval(asking));
  }

  async call(number: string): Promise<void> {
    this.#type(`call sip:${number}@${this.#domain}`);
  }

  async answer(): Promise<void> {
    this.#type("answer");
  }

  override async talks(): Promise<void> {
    await super.talks();
    this.#type(`play ${join(this.folder, "voice.wav")}`);
  }

  async hangUp(): Promise<void> {
    this.#type("terminate");
  }

  /** A line of digits is keys, not a command. */
  async press(keys: string): Promise<void> {
    for (const key of keys) this.#type(key);
  }

  override async hasEnded(): Promise<void> {
    await super.hasEnded();
    this.#openEars();
  }

  protected async heard(): Promise<Buffer> {
    return readFile(this.#recording).catch(() => Buffer.alloc(0));
  }

  get #recording(): string {
    return join(this.folder, `heard-${this.#recordings}.wav`);
  }

  /** Before the next call rings: in the middle of one it does not listen to this command, nor to any after it. */
  #openEars(): void {
    this.#recordings += 1;
    this.#type(`record ${this.#recording}`);
  }

  #type(command: string): void {
    this.stdin?.write(`${command}\n`);
  }
}

/** It speaks G.711 alone, so that what it records has one known rate. */
const CODECS = [
  ["PCMU", 8_000, 1],
  ["opus", 48_000, 0],
  ["speex", 16_000, 0],
  ["speex", 8_000, 0],
  ["PCMA", 8_000, 0],
  ["G729", 8_000, 0],
] as const;

const codecSections = CODECS.flatMap(([mime, rate, isEnabled], index) => [
  `[audio_codec_${index}]`,
  `mime=${mime}`,
  `rate=${rate}`,
  `channels=${mime === "opus" ? 2 : 1}`,
  `enabled=${isEnabled}`,
  "",
]);

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
    ...codecSections,
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
