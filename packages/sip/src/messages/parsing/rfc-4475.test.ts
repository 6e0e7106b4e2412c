import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parameterValue } from "../../grammar/parameters.ts";
import { userText } from "../../grammar/uri.ts";
import { contactsOf, Route } from "../headers/address-headers.ts";
import { MaxForwards } from "../headers/number-headers.ts";
import { SipDate, Warning } from "../headers/text-headers.ts";
import { Require } from "../headers/token-headers.ts";
import { uniqueBranch, Via } from "../headers/via-header.ts";
import { serializeMessage } from "../message-serializer.ts";
import type { SipMessage } from "../sip-message.ts";
import { parseDatagram } from "./message-parser.ts";
import { refusalResponse } from "./parse-fault.ts";
import { StreamFramer } from "./stream-framer.ts";

/** The messages lie beside the repository and are not part of it. */
const FOLDER =
  process.env.OFFHOOK_RFC4475_DIR ??
  fileURLToPath(new URL("../../../../../../shared/data/rfc4475", import.meta.url));

type Verdict = "accept" | "drop" | { refuse: number };
const refuse = (status: number): Verdict => ({ refuse: status });

/** What the parser alone says. What the user agent then answers (416, 420, 415, ...) is tested with it. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  badaspec: "accept",
  badbranch: "accept",
  baddate: "accept",
  baddn: "accept",
  badinv01: refuse(400),
  badvers: refuse(505),
  bcast: "accept",
  bext01: "accept",
  bigcode: "drop",
  clerr: refuse(400),
  cparam01: "accept",
  cparam02: "accept",
  dblreq: "accept",
  esc01: "accept",
  esc02: "accept",
  escnull: "accept",
  escruri: refuse(400),
  insuf: refuse(400),
  intmeth: "accept",
  inv2543: "accept",
  invut: "accept",
  longreq: "accept",
  ltgtruri: refuse(400),
  lwsdisp: "accept",
  lwsruri: refuse(400),
  lwsstart: "accept",
  mcl01: refuse(400),
  mismatch01: refuse(400),
  mismatch02: refuse(400),
  mpart01: "accept",
  multi01: refuse(400),
  ncl: refuse(400),
  noreason: "accept",
  novelsc: "accept",
  quotbal: refuse(400),
  regaut01: "accept",
  regbadct: refuse(400),
  regescrt: "accept",
  scalar02: refuse(400),
  scalarlg: "drop",
  sdp01: "accept",
  semiuri: "accept",
  transports: "accept",
  trws: "accept",
  unkscm: "accept",
  unksm2: "accept",
  unreason: "accept",
  wsinv: "accept",
  zeromf: "accept",
};

function load(name: string): Uint8Array {
  return new Uint8Array(readFileSync(`${FOLDER}/${name}.dat`));
}

function accept(name: string): SipMessage {
  const outcome = parseDatagram(load(name));
  if (outcome.kind === "fault") throw new Error(`${name}: ${outcome.fault.reason} ${outcome.fault.detail}`);
  return outcome.message;
}

test("the RFC 4475 messages are there", (context) => {
  if (!existsSync(FOLDER)) {
    const text = `The 49 torture messages of RFC 4475 are MISSING: expected as *.dat files in ${FOLDER} or in the folder that OFFHOOK_RFC4475_DIR names. None of them was tested.`;
    process.stderr.write(`\n*** ${text} ***\n\n`);
    context.skip(text);
  }
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.dat$/, ""));
  expect(names.sort()).toEqual(Object.keys(VERDICTS).sort());
});

describe.runIf(existsSync(FOLDER))("RFC 4475", () => {
  test.each(Object.entries(VERDICTS))("[MSG9] %s as a datagram", (name, verdict) => {
    const outcome = parseDatagram(load(name));
    if (outcome.kind === "message") expect(verdict).toBe("accept");
    else if (!outcome.fault.refusal) expect(verdict).toBe("drop");
    else expect(verdict).toEqual({ refuse: outcome.fault.refusal.status });
  });

  test.each(Object.keys(VERDICTS).filter((name) => VERDICTS[name] === "accept"))(
    "[MSG15] %s survives being written and read again",
    (name) => {
      const message = accept(name);
      const again = parseDatagram(serializeMessage(message));
      expect(again).toEqual({ kind: "message", message });
    },
  );

  test.each(Object.keys(VERDICTS))("[MSG11] %s on a stream, byte by byte", (name) => {
    const bytes = load(name);
    const whole = new StreamFramer({ role: "accepted" }).push(bytes);
    const framer = new StreamFramer({ role: "accepted" });
    const pieces = [...bytes].flatMap((byte) => framer.push(Uint8Array.of(byte)));
    expect(pieces).toEqual(whole);
  });

  test("[MSG9] a refusal repeats what the request had and nothing else", () => {
    const outcome = parseDatagram(load("insuf"));
    const refusal = outcome.kind === "fault" ? outcome.fault.refusal : undefined;
    const text = new TextDecoder().decode(serializeMessage(refusalResponse(refusal!, "t1")));
    expect(text).toBe(
      "SIP/2.0 400 Missing Header\r\nCSeq: 193942 INVITE\r\nVia: SIP/2.0/UDP 192.0.2.95;branch=z9hG4bKkdj.insuf\r\nContent-Length: 0\r\n\r\n",
    );
  });

  test("[MSG2] wsinv: folded, compact and spaced out", () => {
    const message = accept("wsinv");
    expect(message.toTag).toBe("1918181833n");
    expect(message.fromTag).toBe("98asjd8");
    expect(message.from.displayName).toBe('J Rosenberg \\"');
    expect(message.cseq).toEqual({ sequence: 9, method: "INVITE" });
    expect(message.headers.first(MaxForwards)).toBe(68);
    expect(message.headers.all(Via).map((via) => via.transport)).toEqual(["UDP", "TCP", "UDP"]);
    expect(message.headers.all(Via).map(uniqueBranch)).toEqual([undefined, "z9hG4bK9ikj8", "z9hG4bK30239"]);
    expect(message.headers.first(Route)?.uri).toMatchObject({ host: "services.example.com" });
    expect(message.headers.text("NewFangledHeader")).toBe("newfangled value\r\n continued newfangled value");
    const [contact] = contactsOf(message.headers);
    expect(contact?.displayName).toBe('Quoted string ""');
    expect(parameterValue(contact!.parameters, "q")).toBe("0.33");
    expect(message.body.length).toBe(150);
  });

  test("[MSG3] intmeth: every legal oddity at once", () => {
    const message = accept("intmeth");
    expect(message.kind === "request" && message.method).toBe("!interesting-Method0123456789_*+`.%indeed'~");
    expect(message.kind === "request" && message.uri).toMatchObject({
      user: "1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*",
      password: "&it+has=1,weird!*pas$wo~d_too.(doesn't-it)",
    });
    expect(message.to.displayName).toBe("BEL:\u0007 NUL:\u0000 DEL:\u007F");
    expect(message.headers.text("extensionHeader-!.%*+_`'~")).toBe("\uFEFF大停電");
    expect(parameterValue(message.from.parameters, "fromparam''~+*_!.-%")).toBe("работающий");
  });

  test("[URI1] esc01, escnull and semiuri: escapes stay and can be read", () => {
    const message = accept("esc01");
    expect(message.kind === "request" && userText(message.uri)).toBe("sips:user@example.com");
    expect(userText(message.to.uri)).toBe("user");
    expect(userText(message.from.uri)).toBe("I have spaces");
    const contacts = contactsOf(accept("escnull").headers);
    expect(contacts.map((contact) => userText(contact.uri))).toEqual(["\u0000", "\u0000\u0000"]);
    const semi = accept("semiuri");
    expect(semi.kind === "request" && userText(semi.uri)).toBe("user;par=u@example.net");
  });

  test("[MSG10] dblreq: what follows in the same datagram is ignored, on a stream it is the next message", () => {
    expect(accept("dblreq").body.length).toBe(0);
    const items = new StreamFramer({ role: "accepted" }).push(load("dblreq"));
    const methods = items.map((item) => (item.kind === "message" ? item.message.cseq.method : item.kind));
    // The second body is longer than its Content-Length says; what is left over is no message.
    expect(methods).toEqual(["REGISTER", "INVITE", "fault"]);
  });

  test("[MSG6] headers beside the routing ones read as absent when they are wrong", () => {
    expect(accept("baddate").headers.first(SipDate)).toBeUndefined();
    expect(accept("mpart01").headers.first(SipDate)).toBe(Date.UTC(2005, 9, 15, 4, 44, 56));
    expect(accept("bext01").headers.all(Require)).toEqual([
      "nothingSupportsThis",
      "nothingSupportsThisEither",
    ]);
    expect(accept("zeromf").headers.all(Warning)).toEqual([]);
    expect(uniqueBranch(accept("badbranch").via)).toBeUndefined();
    expect(accept("longreq").headers.all(Via)).toHaveLength(34);
  });
});
