import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import type { IncomingRequest } from "../dialogs/incoming-request.ts";
import { nameAddr } from "../grammar/name-addr.ts";
import { sipUri } from "../grammar/uri.ts";
import { createResponse } from "../messages/create-response.ts";
import { serializeMessage } from "../messages/message-serializer.ts";
import { PING, PONG, StreamFramer } from "../messages/parsing/stream-framer.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { Phone, sdp } from "../testing/phone.ts";
import { RecordingFlow } from "../testing/recording-flow.ts";
import { aRequest, type SampleParts } from "../testing/sample-messages.ts";
import { SeededRandom } from "../testing/seeded-random.ts";

let clock: FakeClock;
let phone: Phone;
let flow: RecordingFlow;
let handled: IncomingRequest[];

beforeEach(() => {
  clock = new FakeClock();
  handled = [];
  const register = (request: IncomingRequest): void => {
    handled.push(request);
    request.respond(200);
  };
  const methods = { REGISTER: register };
  phone = new Phone({
    name: "server",
    clock,
    random: new SeededRandom(1),
    handlers: { methods },
    profile: { product: "Offhook" },
  });
  flow = new RecordingFlow();
});

function receive(parts: SampleParts): SipResponse | undefined {
  phone.ua.receive(flow, serializeMessage(aRequest(parts)));
  return flow.take().at(-1) as SipResponse | undefined;
}

describe("screening", () => {
  test.each<[string, SampleParts, number, string, string | undefined]>([
    ["an unknown method", { method: "DANCE" }, 405, "allow", undefined],
    [
      "an extension we do not know",
      { method: "REGISTER", more: ["Require: timer, outbound, x"] },
      420,
      "unsupported",
      "outbound, x",
    ],
    [
      "a body we cannot read",
      { more: ["Content-Type: application/xml"], body: "<x/>" },
      415,
      "accept",
      "application/sdp",
    ],
    ["a body without type", { body: "v=0" }, 415, "accept", "application/sdp"],
    [
      "a packed body",
      { more: ["Content-Type: application/sdp", "Content-Encoding: gzip"], body: "x" },
      415,
      "accept-encoding",
      "identity",
    ],
    ["no room for our answer", { more: ["Accept: text/plain"] }, 406, "server", "Offhook"],
    ["a dialog that is not there", { method: "BYE", toTag: "x" }, 481, "server", "Offhook"],
    ["a request that needs a dialog", { method: "INFO" }, 481, "server", "Offhook"],
  ])("[UA1] %s", (_case, parts, status, header, value) => {
    const response = receive(parts);
    expect(response?.status).toBe(status);
    if (value !== undefined) expect(response?.headers.text(header)).toBe(value);
    expect(response?.headers.has(header)).toBe(true);
  });

  test.each<[string, string, string, number | undefined]>([
    [
      "a description among others",
      "b",
      "--b\r\nContent-Type: application/sdp\r\n\r\nv=0\r\n--b--",
      undefined,
    ],
    ["parts nobody needs", "b", "--b\r\nContent-Type: a/b\r\n\r\n1\r\n--b--", undefined],
    [
      "a part that must be understood",
      "b",
      "--b\r\nContent-Type: a/b\r\nContent-Disposition: render;handling=required\r\n\r\n1\r\n--b--",
      415,
    ],
    ["parts that nobody can tell apart", "other", "--b\r\n\r\n1\r\n--b--", 400],
  ])("[UA1] a body with %s", (_case, boundary, body, status) => {
    phone = new Phone({
      name: "x",
      clock,
      random: new SeededRandom(1),
      profile: { accept: ["application/sdp", "multipart/mixed"] },
    });
    const response = receive({ more: [`Content-Type: multipart/mixed;boundary=${boundary}`], body });
    expect(response?.status).toBe(status);
    expect(phone.invites).toHaveLength(status === undefined ? 1 : 0);
  });

  test.each(["application/*", "*/*", "text/plain, application/sdp", "application/sdp;q=0.1"])(
    "[UA1] Accept: %s leaves room",
    (value) => {
      receive({ more: [`Accept: ${value}`] });
      expect(phone.invites).toHaveLength(1);
    },
  );

  test("[UA1] what passes goes to its handler", () => {
    expect(receive({ method: "REGISTER" })?.status).toBe(200);
    expect(handled[0]?.request.method).toBe("REGISTER");
    expect(handled[0]?.isAnswered).toBe(true);
    receive({ branch: "z9hG4bKother", callId: "2" });
    expect(phone.events).toEqual(["invited -"]);
  });

  test("[TXN22] a flood of what needs no state takes none", () => {
    const methods = ["OPTIONS", "DANCE", "INFO", "BYE", "CANCEL"];
    for (let each = 0; each < 500; each += 1) {
      const method = methods[each % methods.length] ?? "";
      const toTag = method === "BYE" ? { toTag: "x" } : {};
      receive({ method, callId: `flood-${each}`, branch: `z9hG4bK${each}`, ...toTag });
    }
    expect(phone.ua.counts.serverTransactions).toBe(0);
  });

  test("[UA2] OPTIONS tells what we can do", () => {
    const response = receive({ method: "OPTIONS" });
    expect(response?.status).toBe(200);
    for (const name of ["allow", "accept", "supported", "contact", "server"])
      expect(response?.headers.has(name)).toBe(true);
    expect(response?.toTag).toBeDefined();
  });

  test("[INV12] too small an interval", () => {
    phone = new Phone({
      name: "x",
      clock,
      random: new SeededRandom(1),
      profile: { sessionTimer: { seconds: 1800, minSeconds: 90 } },
    });
    const response = receive({ more: ["Supported: timer", "Session-Expires: 30"] });
    expect([response?.status, response?.headers.text("min-se")]).toEqual([422, "90"]);
  });
});

describe("requests of ours", () => {
  const address = nameAddr(sipUri({ user: "a", host: "example.com" }));

  test("[UA1] a REGISTER that counts on", () => {
    const heard: string[] = [];
    const send = (sequence: number): void =>
      phone.ua.request({
        method: "REGISTER",
        flow,
        uri: sipUri({ host: "example.com" }),
        from: address,
        to: address,
        callId: "reg",
        sequence,
        onOutcome: (outcome, last) =>
          heard.push(outcome.kind === "response" ? `${outcome.response.status} ${last}` : outcome.reason),
      });
    send(4);
    const [first] = flow.take() as [SipRequest];
    expect([first.callId, first.cseq.sequence, first.headers.text("user-agent")]).toEqual([
      "reg",
      4,
      "Offhook",
    ]);
    phone.ua.receive(flow, serializeMessage(createResponse(first, 200)));
    send(5);
    clock.advance(32_000);
    expect(heard).toEqual(["200 4", "timeout"]);
  });
});

describe("keeping flows alive", () => {
  test("[UA3] pings are answered, over a websocket and on a stream", () => {
    const socket = new RecordingFlow("WSS");
    phone.ua.receive(socket, PING);
    expect(socket.sent.splice(0)).toEqual([PONG]);
    phone.ua.receive(flow, PING);
    phone.ua.receive(socket, PONG);
    phone.ua.receive(socket, new Uint8Array());
    expect([...flow.sent, ...socket.sent]).toEqual([]);
    const stream = new RecordingFlow("TCP");
    const framer = new StreamFramer({ role: "accepted" });
    for (const item of framer.push(PING)) expect(phone.ua.receiveItem(stream, item)).toBe(true);
    expect(stream.sent).toEqual([PONG]);
  });

  test("[UA4] a broken stream is refused and to be closed, a bad message is not", () => {
    const stream = new RecordingFlow("TCP");
    const framer = new StreamFramer({ role: "accepted" });
    const bad = "OPTIONS sip:h SIP/2.0\r\nVia: SIP/2.0/TCP h\r\nContent-Length: 0\r\n\r\n";
    const broken = "OPTIONS sip:h SIP/2.0\r\nVia: SIP/2.0/TCP h\r\nContent-Length: x\r\n\r\n";
    const verdicts = framer
      .push(new TextEncoder().encode(bad + broken))
      .map((item) => phone.ua.receiveItem(stream, item));
    expect(verdicts).toEqual([true, false]);
    expect(stream.sent).toHaveLength(2);
    expect(phone.ua.receiveItem(stream, { kind: "pong" })).toBe(true);
  });
});

const FOLDER =
  process.env.OFFHOOK_RFC4475_DIR ??
  fileURLToPath(new URL("../../../../../shared/data/rfc4475", import.meta.url));

describe.runIf(existsSync(FOLDER))("[UA4] the torture messages of RFC 4475", () => {
  /** What a server with REGISTER and INVITE says; "-" is silence, "ring" a call that a person may answer. */
  const ANSWERS: Readonly<Record<string, string>> = {
    badaspec: "200",
    badbranch: "200",
    baddate: "ring",
    baddn: "200",
    badinv01: "400",
    badvers: "505",
    bcast: "-",
    bext01: "420",
    bigcode: "-",
    clerr: "400",
    cparam01: "200",
    cparam02: "200",
    dblreq: "200",
    esc01: "ring",
    esc02: "405",
    escnull: "200",
    escruri: "400",
    insuf: "400",
    intmeth: "405",
    inv2543: "ring",
    invut: "415",
    longreq: "ring",
    ltgtruri: "400",
    lwsdisp: "200",
    lwsruri: "400",
    lwsstart: "ring",
    mcl01: "400",
    mismatch01: "400",
    mismatch02: "400",
    mpart01: "405",
    multi01: "400",
    ncl: "400",
    noreason: "-",
    novelsc: "416",
    quotbal: "400",
    regaut01: "200",
    regbadct: "400",
    regescrt: "200",
    scalar02: "400",
    scalarlg: "-",
    sdp01: "406",
    semiuri: "200",
    transports: "200",
    trws: "200",
    unkscm: "416",
    unksm2: "200",
    unreason: "-",
    wsinv: "481",
    zeromf: "200",
  };

  test.each(Object.entries(ANSWERS))(
    "%s is met with %s, and a call goes through afterwards",
    (name, expected) => {
      const source = new RecordingFlow("WS");
      phone.ua.receive(source, new Uint8Array(readFileSync(`${FOLDER}/${name}.dat`)));
      const ringing = phone.invites.at(-1);
      const lines = source.sent.splice(0).map((bytes) => new TextDecoder().decode(bytes).split(" ", 2)[1]);
      expect(ringing ? "ring" : (lines.at(-1) ?? "-")).toBe(expected);
      ringing?.refuse(486);
      phone.onInvite = (invite) => invite.accept(sdp("b"));
      receive({ callId: "after", branch: "z9hG4bKafter" });
      expect(phone.usage?.callId).toBe("after");
      expect(phone.usage?.state.name).toBe("unacknowledged");
      phone.ua.receive(
        flow,
        serializeMessage(
          aRequest({
            method: "ACK",
            callId: "after",
            branch: "z9hG4bKack",
            toTag: phone.usage!.link.dialog.localTag,
          }),
        ),
      );
      expect(phone.usage?.state.name).toBe("confirmed");
    },
  );
});
