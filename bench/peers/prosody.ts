import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatMember, ChatUnderLoad } from "../chat/chat-under-load.ts";
import { answersXmpp, XMPP_DOMAIN, XMPP_ROOMS, XmppGroup } from "../chat/xmpp-group.ts";
import { freeTcpPort } from "../free-ports.ts";
import { PeerProcess } from "./peer-process.ts";

/** Prosody with rooms, their archive on, and nothing that is not needed. */
export class Prosody implements ChatUnderLoad {
  readonly name = "Prosody";
  readonly #process: PeerProcess;
  readonly #folder: string;
  readonly #group: XmppGroup;

  private constructor(process: PeerProcess, folder: string, port: number) {
    this.#process = process;
    this.#folder = folder;
    this.#group = new XmppGroup(port);
  }

  static async start(): Promise<Prosody> {
    const folder = await mkdtemp(join(tmpdir(), "offhook-prosody-"));
    const port = await freeTcpPort();
    const file = join(folder, "prosody.cfg.lua");
    await writeFile(file, configuration(folder, port));
    const process = new PeerProcess({ program: "prosody", args: ["-F", "--config", file] });
    await process.ready(() => answersXmpp(port));
    return new Prosody(process, folder, port);
  }

  get pids(): readonly number[] {
    return [this.#process.pid];
  }

  gather(count: number): Promise<readonly ChatMember[]> {
    return this.#group.gather(count);
  }

  addIdle(count: number): Promise<void> {
    return this.#group.addIdle(count);
  }

  async stop(): Promise<void> {
    this.#group.close();
    await this.#process.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const configuration = (folder: string, port: number): string => `
run_as_root = true
pidfile = "${folder}/prosody.pid"
data_path = "${folder}"
certificates = "${folder}"
log = { error = "*console" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_require_encryption = false
storage = "internal"
modules_enabled = { "saslauth", "disco", "roster" }
modules_disabled = { "s2s", "tls", "s2s_auth_certs" }
network_backend = "epoll"
VirtualHost "${XMPP_DOMAIN}"
  authentication = "anonymous"
Component "${XMPP_ROOMS}" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_log_all_rooms = true
  muc_room_locking = false
  muc_room_default_public = true
`;
