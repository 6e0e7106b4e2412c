import { createHash, randomUUID } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { DOMAIN, PASSWORD } from "./sip-server.ts";

const FIRST_RETRY_MS = 500;
/** Nobody listens to nothing for longer. */
const GIVE_UP_MS = 10_000;
const ADDRESS = "127.0.0.1";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)\r$`, "im").exec(text)?.[1] ?? "";
const linesOf = (text: string, name: string): string[] =>
  text.match(new RegExp(`^${name}: .*(?=\r$)`, "gim")) ?? [];
export const audioPortOf = (text: string): number => Number(/^m=audio (\d+)/m.exec(text)?.[1] ?? 0);

interface Question {
  readonly method: string;
  readonly user: string;
  readonly uri: string;
  readonly to: string;
  readonly callId: string;
  readonly sequence: number;
  readonly extra?: readonly string[];
  readonly body?: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

interface Pending {
  readonly isInvite: boolean;
  readonly settle: (reply: Reply | undefined) => void;
  hush: () => void;
}

interface AnsweredCall {
  /** From the first INVITE to the answer, the challenge included. */
  readonly afterMs: number;
  readonly answer: string;
  hangUp(): Promise<void>;
}

/** Desk phones as they should be: they register, call, answer at once, and repeat what nobody answers. */
export class HonestPhones {
  readonly #socket: Socket;
  readonly #serverPort: number;
  readonly #pending = new Map<string, Pending>();
  /** Where a phone that is called wants its audio. */
  readonly #audioPorts = new Map<string, number>();
  /** What each call heard when it was answered. */
  readonly #offers = new Map<string, string>();

  private constructor(socket: Socket, serverPort: number) {
    this.#socket = socket;
    this.#serverPort = serverPort;
    socket.on("message", (data) => this.#receive(data.toString()));
  }

  static async open(serverPort: number): Promise<HonestPhones> {
    const socket = createSocket("udp4").bind(0, ADDRESS);
    await once(socket, "listening");
    return new HonestPhones(socket, serverPort);
  }

  close(): void {
    for (const { settle } of this.#pending.values()) settle(undefined);
    this.#socket.close();
  }

  /** How long it took; undefined when it was refused or nobody answered. */
  async register(user: string): Promise<number | undefined> {
    const begun = performance.now();
    const callId = randomUUID();
    const extra = ["Expires: 600"];
    const to = `<sip:${user}@${DOMAIN}>`;
    const reply = await this.#ask({
      method: "REGISTER",
      user,
      uri: `sip:${DOMAIN}`,
      to,
      callId,
      sequence: 1,
      extra,
    });
    return reply?.status === 200 ? performance.now() - begun : undefined;
  }

  async call(
    user: string,
    callee: string,
    ports = { caller: 44_000, callee: 44_002 },
  ): Promise<AnsweredCall | undefined> {
    const begun = performance.now();
    this.#audioPorts.set(callee, ports.callee);
    const uri = `sip:${callee}@${DOMAIN}`;
    const question = { method: "INVITE", user, uri, to: `<${uri}>`, callId: randomUUID(), sequence: 1 };
    const reply = await this.#ask({ ...question, body: description(ports.caller) });
    if (reply?.status !== 200) return undefined;
    const afterMs = performance.now() - begun;
    const to = headerOf(reply.text, "To");
    const target = /<([^>]+)>/.exec(headerOf(reply.text, "Contact"))?.[1] ?? uri;
    const sequence = Number(headerOf(reply.text, "CSeq").split(" ")[0]);
    this.#send(this.#write({ ...question, method: "ACK", uri: target, to, sequence }, randomUUID()));
    const bye = { ...question, method: "BYE", uri: target, to, sequence: sequence + 1 };
    return { afterMs, answer: reply.text, hangUp: async () => void (await this.#ask(bye)) };
  }

  /** What the phone that is called was offered last. */
  offerTo(callee: string): string {
    return this.#offers.get(callee) ?? "";
  }

  async #ask(question: Question): Promise<Reply | undefined> {
    const first = await this.#exchange(question);
    if (first?.status !== 401 && first?.status !== 407) return first;
    const extra = [...(question.extra ?? []), credentials(question, first)];
    return this.#exchange({ ...question, sequence: question.sequence + 1, extra });
  }

  #exchange(question: Question): Promise<Reply | undefined> {
    const branch = randomUUID();
    const text = this.#write(question, branch);
    return new Promise((resolve) => {
      let retry: ReturnType<typeof setTimeout>;
      const giveUp = setTimeout(() => pending.settle(undefined), GIVE_UP_MS);
      const sendAgain = (delayMs: number): void => {
        this.#send(text);
        retry = setTimeout(() => sendAgain(delayMs * 2), delayMs);
      };
      const pending: Pending = {
        isInvite: question.method === "INVITE",
        hush: () => clearTimeout(retry),
        settle: (reply) => {
          clearTimeout(retry);
          clearTimeout(giveUp);
          this.#pending.delete(branch);
          if (pending.isInvite && reply && reply.status >= 300)
            this.#send(
              this.#write({ ...question, method: "ACK", to: headerOf(reply.text, "To") }, branch, ""),
            );
          resolve(reply);
        },
      };
      this.#pending.set(branch, pending);
      sendAgain(FIRST_RETRY_MS);
    });
  }

  #write(
    { method, user, uri, to, callId, sequence, extra = [], body = "" }: Question,
    branch: string,
    ownBody = body,
  ) {
    const { port } = this.#socket.address();
    const isDescribed = ownBody !== "";
    return [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${ADDRESS}:${port};branch=z9hG4bK${branch};rport`,
      `From: <sip:${user}@${DOMAIN}>;tag=honest`,
      `To: ${to}`,
      `Call-ID: ${callId}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: <sip:${user}@${ADDRESS}:${port}>`,
      "Max-Forwards: 70",
      ...extra,
      ...(isDescribed ? ["Content-Type: application/sdp"] : []),
      `Content-Length: ${ownBody.length}`,
      "",
      ownBody,
    ].join("\r\n");
  }

  #receive(text: string): void {
    if (!text.startsWith("SIP/2.0")) {
      this.#serve(text);
      return;
    }
    const status = Number(text.slice(8, 11));
    const pending = this.#pending.get(/branch=z9hG4bK([\w-]+)/.exec(text)?.[1] ?? "");
    if (!pending) return;
    if (status >= 200) pending.settle({ status, text });
    else pending.hush();
  }

  /** Somebody calls one of ours, or hangs up. */
  #serve(text: string): void {
    const [method = "", uri = ""] = text.split(" ");
    const callee = /^sip:(\d+)@/.exec(uri)?.[1] ?? "";
    if (method === "ACK") return;
    if (method === "INVITE") {
      this.#offers.set(callee, text);
      this.#reply(text, "180 Ringing", callee);
      this.#reply(text, "200 OK", callee, description(this.#audioPorts.get(callee) ?? 44_002));
    } else this.#reply(text, "200 OK", callee);
  }

  #reply(text: string, status: string, user: string, body = ""): void {
    const { port } = this.#socket.address();
    const to = headerOf(text, "To");
    this.#send(
      [
        `SIP/2.0 ${status}`,
        ...linesOf(text, "Via"),
        `From: ${headerOf(text, "From")}`,
        `To: ${to}${to.includes(";tag=") ? "" : ";tag=honest"}`,
        `Call-ID: ${headerOf(text, "Call-ID")}`,
        `CSeq: ${headerOf(text, "CSeq")}`,
        `Contact: <sip:${user}@${ADDRESS}:${port}>`,
        ...(body === "" ? [] : ["Content-Type: application/sdp"]),
        `Content-Length: ${body.length}`,
        "",
        body,
      ].join("\r\n"),
    );
  }

  #send(text: string): void {
    this.#socket.send(text, this.#serverPort, ADDRESS);
  }
}

function credentials({ method, user, uri }: Question, { status, text }: Reply): string {
  return digest({ method, user, uri, password: PASSWORD, challenge: text, count: 1, status });
}

/** The header that answers a challenge. */
export function digest(parts: {
  readonly method: string;
  readonly user: string;
  readonly uri: string;
  readonly password: string;
  readonly challenge: string;
  readonly count: number;
  readonly status: number;
}): string {
  const { method, user, uri, password, challenge, status } = parts;
  const [asks, answers] =
    status === 401
      ? (["WWW-Authenticate", "Authorization"] as const)
      : (["Proxy-Authenticate", "Proxy-Authorization"] as const);
  const nonce = /nonce="([^"]+)"/.exec(headerOf(challenge, asks))?.[1] ?? "";
  const count = parts.count.toString(16).padStart(8, "0");
  const secret = md5(`${user}:${DOMAIN}:${password}`);
  const response = md5(`${secret}:${nonce}:${count}:bench:auth:${md5(`${method}:${uri}`)}`);
  return `${answers}: Digest username="${user}", realm="${DOMAIN}", nonce="${nonce}", uri="${uri}", response="${response}", qop=auth, nc=${count}, cnonce="bench", algorithm=MD5`;
}

const description = (port: number): string =>
  [
    "v=0",
    `o=bench 1 1 IN IP4 ${ADDRESS}`,
    "s=-",
    `c=IN IP4 ${ADDRESS}`,
    "t=0 0",
    `m=audio ${port} RTP/AVP 0`,
    "a=rtpmap:0 PCMU/8000",
    "",
  ].join("\r\n");
