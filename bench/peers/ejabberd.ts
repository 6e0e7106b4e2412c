import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ChatUnderLoad } from "../chat/chat-under-load.ts";
import { XMPP_DOMAIN, XMPP_ROOMS } from "../chat/xmpp-group.ts";
import { startXmppServer } from "./xmpp-server.ts";

/** ejabberd with rooms, their archive on, and nothing that is not needed. */
export function startEjabberd(): Promise<ChatUnderLoad> {
  return startXmppServer({
    name: "ejabberd",
    fileName: "ejabberd.yml",
    configuration: ({ port }) => configuration(port),
    // Without the control program around it, and without a name in the network of Erlang nodes.
    command: ({ folder, file }) => ({
      program: "erl",
      args: ["-noinput", "+K", "true", "-mnesia", "dir", `"${folder}"`, "-s", "ejabberd"],
      env: {
        ERL_LIBS: libraries(),
        ERL_CRASH_DUMP: "/dev/null",
        EJABBERD_CONFIG_PATH: file,
        EJABBERD_LOG_PATH: join(folder, "ejabberd.log"),
        HOME: folder,
      },
    }),
  });
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
