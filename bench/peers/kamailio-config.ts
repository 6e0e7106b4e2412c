interface KamailioSetup {
  readonly port: number;
  readonly websocketPort: number;
  readonly runDir: string;
  readonly users: readonly string[];
  readonly password: string;
  /** The control port of rtpengine, where audio is to be anchored as we anchor it. */
  readonly rtpenginePort: number | undefined;
}

const MODULES = [
  "kex",
  "tm",
  "tmx",
  "sl",
  "rr",
  "pv",
  "maxfwd",
  "usrloc",
  "registrar",
  "textops",
  "siputils",
  "auth",
  "htable",
  "ctl",
  "xhttp",
  "websocket",
  "nathelper",
];

/** Kamailio as registrar and proxy with everything in memory, and its websocket loaded as an edge has it. */
export function kamailioConfig(setup: KamailioSetup): string {
  return [globalPart(setup), modulePart(setup), usersPart(setup), routePart(setup)].join("\n");
}

const globalPart = ({ port, websocketPort }: KamailioSetup): string => `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=4
auto_aliases=no
alias="offhook.test"
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${websocketPort}
tcp_accept_no_cl=yes
`;

const modulePart = ({ runDir, rtpenginePort }: KamailioSetup): string => `
${MODULES.map((name) => `loadmodule "${name}.so"`).join("\n")}
modparam("ctl", "binrpc", "unix:${runDir}/kamailio_ctl")
modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_expires", 3600)
modparam("auth", "nonce_count", 1)
modparam("auth", "qop", "auth")
modparam("auth", "nonce_expire", 300)
modparam("htable", "htable", "users=>size=10;")
${rtpenginePort === undefined ? "" : `loadmodule "rtpengine.so"\nmodparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:${rtpenginePort}")\n`}`;

const usersPart = ({ users, password }: KamailioSetup): string => `
event_route[htable:mod-init] {
${users.map((user) => `  $sht(users=>${user}) = "${password}";`).join("\n")}
}
event_route[xhttp:request] {
  if (!ws_handle_handshake()) xhttp_reply("404", "Not Found", "", "");
}
`;

function routePart({ rtpenginePort }: KamailioSetup): string {
  const manage = rtpenginePort === undefined ? "" : "rtpengine_manage();";
  const onBye = manage && `if (is_method("BYE")) ${manage}`;
  const onAnswer = manage && `if (status =~ "2[0-9][0-9]") ${manage}`;
  return `
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) {
      ${onBye}
      t_relay();
      exit;
    }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not here");
    exit;
  }
  t_check_trans();
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$fd", "$sht(users=>$au)", "0")) { auth_challenge("$fd", "1"); exit; }
    if ($au != $tU) { sl_send_reply("403", "Forbidden"); exit; }
    consume_credentials();
    if (!save("location")) sl_reply_error();
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  if (!pv_proxy_authenticate("$fd", "$sht(users=>$au)", "0")) { auth_challenge("$fd", "1"); exit; }
  if ($au != $fU) { sl_send_reply("403", "Forbidden"); exit; }
  consume_credentials();
  record_route();
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  ${manage}
  t_on_reply("ANSWERS");
  if (!t_relay()) sl_reply_error();
}
onreply_route[ANSWERS] {
  ${onAnswer}
  return;
}
`;
}
