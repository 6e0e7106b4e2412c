import { createHash } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { CALLEES, CALLERS, DOMAIN, PASSWORD } from "./sip-server.ts";
import { CALLER_ADDRESS } from "./sipp-load.ts";

interface TimedCall {
  readonly id: string;
  readonly caller: string;
  readonly callee: string;
  /** When the INVITE with the password went out. */
  sentAt: number;
  ringingAfterMs: number | undefined;
}

const TALK_MS = 100;
const SETTLE_MS = 2_000;
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Calls like sipp's caller, but with a clock that is finer than its four milliseconds. */
export class TimedCaller {
  readonly #socket: Socket;
  readonly #serverPort: number;
  readonly #calls = new Map<string, TimedCall>();

  private constructor(socket: Socket, serverPort: number) {
    this.#socket = socket;
    this.#serverPort = serverPort;
    socket.on("message", (data) => this.#receive(data.toString()));
  }

  static async open(ownPort: number, serverPort: number): Promise<TimedCaller> {
    const socket = createSocket("udp4").bind(ownPort, CALLER_ADDRESS);
    await once(socket, "listening");
    return new TimedCaller(socket, serverPort);
  }

  /** How long each call waited from its INVITE to the ringing tone, in milliseconds. */
  async call(perSecond: number, count: number): Promise<number[]> {
    const startedAt = performance.now();
    const calls: TimedCall[] = [];
    while (calls.length < count) {
      const due = Math.min(count, ((performance.now() - startedAt) / 1_000) * perSecond);
      while (calls.length < due) calls.push(this.#begin(calls.length));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const times = calls.flatMap(({ ringingAfterMs }) => ringingAfterMs ?? []);
    if (times.length < count) throw new Error(`${count - times.length} of ${count} calls never rang`);
    return times;
  }

  close(): void {
    this.#socket.close();
  }

  #begin(index: number): TimedCall {
    const line = index % CALLERS.length;
    const call: TimedCall = {
      id: `timed-${this.#calls.size}-${process.pid}-${this.#serverPort}`,
      caller: CALLERS[line] ?? "",
      callee: CALLEES[line] ?? "",
      sentAt: 0,
      ringingAfterMs: undefined,
    };
    this.#calls.set(call.id, call);
    this.#send(call, "INVITE", 1, { body: description() });
    return call;
  }

  #receive(text: string): void {
    const call = this.#calls.get(headerOf(text, "Call-ID"));
    const [sequence = "", method = ""] = headerOf(text, "CSeq").split(" ");
    const status = Number(text.slice(8, 11));
    if (!call || method !== "INVITE" || !text.startsWith("SIP/2.0")) return;
    if (status === 401 || status === 407) this.#authenticate(call, text, status);
    else if (status === 180) call.ringingAfterMs ??= performance.now() - call.sentAt;
    else if (status === 200) this.#talk(call, text, Number(sequence));
  }

  #authenticate(call: TimedCall, text: string, status: 401 | 407): void {
    this.#send(call, "ACK", 1, { to: headerOf(text, "To"), branch: `z9hG4bK${call.id}-1INVITE` });
    const [asks, answers] =
      status === 401
        ? (["WWW-Authenticate", "Authorization"] as const)
        : (["Proxy-Authenticate", "Proxy-Authorization"] as const);
    const nonce = /nonce="([^"]+)"/.exec(headerOf(text, asks))?.[1] ?? "";
    const uri = `sip:${call.callee}@${DOMAIN}`;
    const secret = md5(`${call.caller}:${DOMAIN}:${PASSWORD}`);
    const response = md5(`${secret}:${nonce}:00000001:bench:auth:${md5(`INVITE:${uri}`)}`);
    const credentials = `${answers}: Digest username="${call.caller}", realm="${DOMAIN}", nonce="${nonce}", uri="${uri}", response="${response}", qop=auth, nc=00000001, cnonce="bench", algorithm=MD5`;
    call.sentAt = performance.now();
    this.#send(call, "INVITE", 2, { body: description(), extra: credentials });
  }

  #talk(call: TimedCall, text: string, sequence: number): void {
    const to = headerOf(text, "To");
    const target = /<([^>]+)>/.exec(headerOf(text, "Contact"))?.[1] ?? "";
    const routes = [...text.matchAll(/^Record-Route: (.*)\r$/gm)].map((match) => `Route: ${match[1]}`);
    const extra = routes.reverse().join("\r\n");
    this.#send(call, "ACK", sequence, { to, target, extra });
    setTimeout(() => this.#send(call, "BYE", sequence + 1, { to, target, extra }), TALK_MS);
  }

  #send(
    call: TimedCall,
    method: string,
    sequence: number,
    options: { to?: string; target?: string; branch?: string; extra?: string; body?: string },
  ): void {
    const { port } = this.#socket.address();
    const { to = `<sip:${call.callee}@${DOMAIN}>`, body = "" } = options;
    const lines = [
      `${method} ${options.target ?? `sip:${call.callee}@${DOMAIN}`} SIP/2.0`,
      `Via: SIP/2.0/UDP ${CALLER_ADDRESS}:${port};branch=${options.branch ?? `z9hG4bK${call.id}-${sequence}${method}`};rport`,
      `From: <sip:${call.caller}@${DOMAIN}>;tag=timed`,
      `To: ${to}`,
      `Call-ID: ${call.id}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: <sip:${call.caller}@${CALLER_ADDRESS}:${port}>`,
      "Max-Forwards: 70",
      ...(options.extra ? [options.extra] : []),
      ...(body === "" ? [] : ["Content-Type: application/sdp"]),
      `Content-Length: ${body.length}`,
      "",
      body,
    ];
    this.#socket.send(lines.join("\r\n"), this.#serverPort, "127.0.0.1");
  }
}

const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)\r$`, "im").exec(text)?.[1] ?? "";

const description = (): string =>
  [
    "v=0",
    `o=bench 1 1 IN IP4 ${CALLER_ADDRESS}`,
    "s=-",
    `c=IN IP4 ${CALLER_ADDRESS}`,
    "t=0 0",
    "m=audio 44000 RTP/AVP 0",
    "a=rtpmap:0 PCMU/8000",
    "",
  ].join("\r\n");
