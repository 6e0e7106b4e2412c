import { readdirSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatMember, ChatUnderLoad } from "../chat/chat-under-load.ts";
import { answersXmpp, XMPP_DOMAIN, XMPP_ROOMS, XmppGroup } from "../chat/xmpp-group.ts";
import { freeTcpPort } from "../free-ports.ts";
import { PeerProcess } from "./peer-process.ts";

/** ejabberd with rooms, their archive on, and nothing that is not needed. */
export class Ejabberd implements ChatUnderLoad {
  readonly name = "ejabberd";
  readonly #process: PeerProcess;
  readonly #folder: string;
  readonly #group: XmppGroup;

  private constructor(process: PeerProcess, folder: string, port: number) {
    this.#process = process;
    this.#folder = folder;
    this.#group = new XmppGroup(port);
  }

  static async start(): Promise<Ejabberd> {
    const folder = await mkdtemp(join(tmpdir(), "offhook-ejabberd-"));
    const port = await freeTcpPort();
    const file = join(folder, "ejabberd.yml");
    await writeFile(file, configuration(port));
    // Without the control program around it, and without a name in the network of Erlang nodes.
    const process = new PeerProcess({
      program: "erl",
      args: ["-noinput", "+K", "true", "-mnesia", "dir", `"${folder}"`, "-s", "ejabberd"],
      env: {
        ERL_LIBS: libraries(),
        ERL_CRASH_DUMP: "/dev/null",
        EJABBERD_CONFIG_PATH: file,
        EJABBERD_LOG_PATH: join(folder, "ejabberd.log"),
        HOME: folder,
      },
    });
    await process.ready(() => answersXmpp(port));
    return new Ejabberd(process, folder, port);
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

/** Debian keeps it in the folder of the machine's architecture. */
function libraries(): string {
  const folders = readdirSync("/usr/lib").map((name) => join("/usr/lib", name));
  const found = folders.find(
    (folder) => isFolder(folder) && readdirSync(folder).some((name) => name.startsWith("ejabberd-")),
  );
  if (found === undefined) throw new Error("ejabberd is not installed");
  return found;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const configuration = (port: number): string => `
hosts: ["${XMPP_DOMAIN}"]
loglevel: error
auth_method: [anonymous]
anonymous_protocol: sasl_anon
allow_multiple_connections: true
disable_sasl_mechanisms: []
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    starttls: false
    shaper: none
acl:
  everybody:
    user_regexp: ""
access_rules:
  everybody:
    allow: all
modules:
  mod_disco: {}
  mod_mam:
    db_type: mnesia
  mod_muc:
    host: "${XMPP_ROOMS}"
    db_type: mnesia
    access: all
    access_create: all
    access_persistent: all
    access_mam: all
    max_users: 1000
    min_message_interval: 0
    max_user_conferences: 100
    history_size: 0
    default_room_options:
      mam: true
      persistent: true
      anonymous: false
      max_users: 1000
`;
