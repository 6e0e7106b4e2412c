import type { ChatUnderLoad } from "../chat/chat-under-load.ts";
import { XMPP_DOMAIN, XMPP_ROOMS } from "../chat/xmpp-group.ts";
import { startXmppServer, type XmppPlace } from "./xmpp-server.ts";

/** Prosody with rooms, their archive on, and nothing that is not needed. */
export function startProsody(): Promise<ChatUnderLoad> {
  return startXmppServer({
    name: "Prosody",
    fileName: "prosody.cfg.lua",
    configuration,
    command: ({ file }) => ({ program: "prosody", args: ["-F", "--config", file] }),
  });
}

const configuration = ({ folder, port }: XmppPlace): string => `
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
