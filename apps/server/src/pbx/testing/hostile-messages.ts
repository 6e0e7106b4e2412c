import { readdirSync, readFileSync } from "node:fs";
import { mutate, SeededRandom } from "@offhook/sip/testing";
import { hasTortures, TORTURE_FOLDER } from "./torture-messages.ts";

const PORTS = ["", ":0", ":1", ":65535", ":65536", ":-1", ":99999999999", ":5060 ", ":00000", ":x"];
const HOSTS = [
  "127.0.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "239.1.2.3",
  "localhost",
  "no-such-host.invalid",
  "-",
  "[::1]",
  "[ff02::1]",
  "[::ffff:127.0.0.1]",
  "[::",
  "999.1.1.1",
  "é",
];
const ENDS = [
  "",
  ";rport",
  ";rport=0",
  ";rport=70000",
  ";received=0.0.0.0",
  ";maddr=255.255.255.255;ttl=255",
];
const METHODS = [
  "OPTIONS",
  "REGISTER",
  "INVITE",
  "ACK",
  "CANCEL",
  "BYE",
  "SUBSCRIBE",
  "REFER",
  "MESSAGE",
  "FOO",
];

const SDP =
  "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0 8\r\n";

let sequence = 0;

/** One request with a Via of our choice. */
export function requestWithVia(method: string, sentBy: string, end = "", to = "12125550141"): Buffer {
  sequence += 1;
  const body = method === "INVITE" ? SDP : "";
  const lines = [
    `${method} sip:${to}@offhook.test SIP/2.0`,
    `Via: SIP/2.0/UDP ${sentBy};branch=z9hG4bKhostile${sequence}${end}`,
    "Max-Forwards: 70",
    `From: <sip:stranger@offhook.test>;tag=${sequence}`,
    `To: <sip:${to}@offhook.test>`,
    `Call-ID: hostile-${sequence}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:stranger@${sentBy}>`,
    ...(body === "" ? [] : ["Content-Type: application/sdp"]),
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Every way to lie about where an answer should go. */
export function lyingVias(): Buffer[] {
  return HOSTS.flatMap((host, at) =>
    PORTS.flatMap((port) =>
      ENDS.map((end) => requestWithVia(METHODS[at % METHODS.length] ?? "", `${host}${port}`, end)),
    ),
  );
}

/** Messages of RFC 4475 where they are at hand, and requests of every kind, each changed at random. */
export function mutatedMessages(count: number, seed: number): Uint8Array[] {
  const random = new SeededRandom(seed);
  const tortures = hasTortures
    ? readdirSync(TORTURE_FOLDER).map((file) => readFileSync(`${TORTURE_FOLDER}/${file}`))
    : [];
  const seeds: Uint8Array[] = [
    ...tortures,
    ...METHODS.flatMap((method) =>
      ["127.0.0.1:0", "127.0.0.1:5060"].map((via) => requestWithVia(method, via)),
    ),
  ];
  const mutated = Array.from({ length: count }, () => mutate(random.pick(seeds), random.pick(seeds), random));
  return [...seeds, ...mutated];
}
