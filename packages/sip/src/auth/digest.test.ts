import { createHash } from "node:crypto";
import { FakeClock } from "@offhook/testkit";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Identifiers } from "../grammar/identifiers.ts";
import { parseUri } from "../grammar/uri.ts";
import { createResponse } from "../messages/create-response.ts";
import { Authorization, WwwAuthenticate } from "../messages/headers/auth-headers.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import { SipRequest } from "../messages/sip-message.ts";
import { hashFrom } from "../testing/node-hash.ts";
import { aRequest } from "../testing/sample-messages.ts";
import { SeededRandom } from "../testing/seeded-random.ts";
import { digestResponse, type Hash, ha1Of, isSameSecret } from "./digest.ts";
import { DigestClient } from "./digest-client.ts";
import {
  type DigestSecret,
  DigestServer,
  type DigestServerParts,
  type DigestVerdict,
} from "./digest-server.ts";
import { NonceLedger } from "./nonce-ledger.ts";

let hashes = 0;
const hash: Hash = hashFrom((algorithm, data) => {
  hashes += 1;
  return createHash(algorithm).update(data).digest("hex");
});
const clock = new FakeClock();
const identifiers = new Identifiers(new SeededRandom(7));
const password: DigestSecret = { kind: "password", password: "zanzibar" };
const alice = { username: "alice", password: "zanzibar" };
const register = aRequest({ method: "REGISTER" });

function aServer(parts: Partial<DigestServerParts> = {}): DigestServer {
  return new DigestServer({
    hash,
    clock,
    identifiers,
    realm: "office",
    secret: "s3cret",
    role: "server",
    ...parts,
  });
}

/** One round: challenge, answer, verdict. */
function sign(
  server: DigestServer,
  client: DigestClient,
  credentials = alice,
  request = register,
): SipRequest {
  const response = createResponse(request, 401, { localTag: "b", headers: server.challenge() });
  const answer = client.answer(response, request, credentials);
  if (answer.kind === "refused") throw new Error(answer.reason);
  return request.withHeaders(answer.headers);
}

function judge(
  server: DigestServer,
  request: SipRequest,
  secret: DigestSecret | undefined = password,
): DigestVerdict {
  const answer = server.read(request);
  return answer ? server.verify(request, answer, secret) : { kind: "refused", isStale: false };
}

const ACCEPTED = { kind: "accepted", username: "alice" };
const REFUSED = { kind: "refused", isStale: false };
const STALE = { kind: "refused", isStale: true };

function changed(request: SipRequest, changes: Readonly<Record<string, string | undefined>>): SipRequest {
  const value = request.headers.first(Authorization)!;
  const parameters = new Map(value.parameters);
  for (const [name, text] of Object.entries(changes)) {
    if (text === undefined) parameters.delete(name);
    else parameters.set(name, text);
  }
  return request.withHeaders(request.headers.withValues(Authorization, { scheme: "Digest", parameters }));
}

describe("[AUTH1] published examples", () => {
  const lion = { username: "Mufasa", realm: "http-auth@example.org", password: "Circle of Life" };
  const protection = {
    qop: "auth",
    cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
    count: "00000001",
  } as const;
  const nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v";

  test.each([
    ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
    ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
  ] as const)("RFC 7616 §3.9.1 %s", (algorithm, expected) => {
    const ha1 = ha1Of(hash, algorithm, lion);
    const input = {
      named: { algorithm, isSession: false },
      ha1,
      nonce,
      method: "GET",
      uri: "/dir/index.html",
      protection,
    };
    expect(digestResponse(hash, input)).toBe(expected);
  });

  test("RFC 2617 §3.5", () => {
    const ha1 = ha1Of(hash, "MD5", {
      username: "Mufasa",
      realm: "testrealm@host.com",
      password: "Circle Of Life",
    });
    const named = { algorithm: "MD5", isSession: false } as const;
    const input = {
      named,
      ha1,
      nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093",
      method: "GET",
      uri: "/dir/index.html",
    };
    const response = digestResponse(hash, {
      ...input,
      protection: { qop: "auth", cnonce: "0a4f113b", count: "00000001" },
    });
    expect(response).toBe("6629fae49393a05397450978507c4ef1");
  });
});

describe("server", () => {
  let server: DigestServer;
  let client: DigestClient;
  beforeEach(() => {
    server = aServer();
    client = new DigestClient(hash, identifiers);
  });

  test("[AUTH2] challenges in order of preference", () => {
    const algorithms = (headers: SipHeaders) =>
      headers.all(WwwAuthenticate).map((value) => value.parameters.get("algorithm"));
    expect(algorithms(server.challenge())).toEqual(["SHA-256", "MD5"]);
    expect(algorithms(server.challenge({ algorithms: ["MD5"] }))).toEqual(["MD5"]);
    expect(server.challenge().texts("www-authenticate")[0]).toMatch(
      /^Digest realm="office", nonce="[^"]+", algorithm=SHA-256, qop="auth"$/,
    );
    expect(aServer({ role: "proxy" }).challenge().has("Proxy-Authenticate")).toBe(true);
    expect([server.status, aServer({ role: "proxy" }).status]).toEqual([401, 407]);
  });

  test.each(["SHA-256", "MD5"] as const)("[AUTH2] accepts the right answer with %s", (algorithm) => {
    const only = aServer({ algorithms: [algorithm] });
    expect(judge(only, sign(only, client))).toEqual(ACCEPTED);
    const ha1 = ha1Of(hash, algorithm, { ...alice, realm: "office" });
    expect(judge(only, sign(only, client), { kind: "ha1", ha1: { [algorithm]: ha1 } })).toEqual(ACCEPTED);
  });

  test("[AUTH3] a nonce that is not ours or was changed", () => {
    const other = aServer({ secret: "another" });
    expect(judge(server, sign(other, client))).toEqual(STALE);
    const signed = sign(server, client);
    const nonce = signed.headers.first(Authorization)!.parameters.get("nonce")!;
    expect(judge(server, changed(signed, { nonce: `1${nonce}` }))).toEqual(STALE);
  });

  test("[AUTH4] an old nonce is stale and tells nothing about the password", () => {
    const right = sign(server, client);
    const wrong = sign(server, new DigestClient(hash, identifiers), { username: "alice", password: "no" });
    clock.advance(5 * 60_000 + 1);
    expect(judge(server, right)).toEqual(STALE);
    expect(judge(server, wrong)).toEqual(STALE);
  });

  test("[AUTH4] a nonce for one context is stale in another", () => {
    const response = createResponse(register, 401, { headers: server.challenge({ context: "flow-1" }) });
    const answered = client.answer(response, register, alice);
    const request = register.withHeaders(answered.kind === "headers" ? answered.headers : new SipHeaders());
    const answer = server.read(request)!;
    expect(server.verify(request, answer, password, "flow-2")).toEqual(STALE);
    expect(server.verify(request, answer, password, "flow-1")).toEqual(ACCEPTED);
  });

  test("[AUTH5] a repeated answer is not accepted again", () => {
    const signed = sign(server, client);
    expect(judge(server, signed)).toEqual(ACCEPTED);
    expect(judge(server, signed)).toEqual(STALE);
  });

  test("[AUTH5] without qop a nonce is good for one request", () => {
    const challenge = server.challenge({ algorithms: ["MD5"] }).first(WwwAuthenticate)!;
    const parameters = new Map(challenge.parameters);
    parameters.delete("qop");
    const headers = new SipHeaders().withValues(WwwAuthenticate, { scheme: "Digest", parameters });
    const answered = client.answer(createResponse(register, 401, { headers }), register, alice);
    const request = register.withHeaders(answered.kind === "headers" ? answered.headers : new SipHeaders());
    expect(request.headers.text("authorization")).not.toContain("qop");
    expect(judge(server, request)).toEqual(ACCEPTED);
    expect(judge(server, request)).toEqual(STALE);
  });

  test("[AUTH7] an unknown name costs as much as a wrong password", () => {
    const signed = sign(server, client, { username: "nobody", password: "zanzibar" });
    const costOf = (secret: DigestSecret | undefined): number => {
      hashes = 0;
      const answer = server.read(signed)!;
      expect(server.verify(signed, answer, secret)).toEqual(REFUSED);
      return hashes;
    };
    const wrong = costOf({ kind: "password", password: "other" });
    expect(costOf(undefined)).toBe(wrong);
    expect(costOf({ kind: "ha1", ha1: {} })).toBe(wrong);
    expect(costOf({ kind: "ha1", ha1: { "SHA-256": "0" } })).toBe(wrong);
  });

  test.each<[string, Readonly<Record<string, string | undefined>>]>([
    ["another realm", { realm: "elsewhere" }],
    ["another URI", { uri: "sip:other@example.com" }],
    ["an algorithm not offered", { algorithm: "SHA-512-256" }],
    ["a session algorithm", { algorithm: "SHA-256-sess" }],
    ["auth-int", { qop: "auth-int" }],
    ["no count", { nc: undefined }],
    ["a count that is none", { nc: "1" }],
    ["no cnonce", { cnonce: undefined }],
    ["no response", { response: undefined }],
    ["an empty user", { username: "" }],
    ["another count than was signed", { nc: "00000009" }],
  ])("[AUTH8] %s", (_case, changes) => {
    expect(judge(server, changed(sign(server, client), changes))).toEqual(REFUSED);
  });

  test.each<[string, DigestVerdict]>([
    ["sip:office", ACCEPTED],
    ["sip:192.0.2.9:5060", ACCEPTED],
    ["sip:elsewhere", REFUSED],
    ["sip:bob@office", REFUSED],
  ])("[AUTH13] an answer for %s", (text, verdict) => {
    const whole = new SipRequest("REGISTER", parseUri(text)!, register.headers);
    const answered = client.answer(createResponse(whole, 401, { headers: server.challenge() }), whole, alice);
    const request = register.withHeaders(answered.kind === "headers" ? answered.headers : new SipHeaders());
    expect(server.verify(request, server.read(request)!, password, "", ["192.0.2.9"])).toEqual(verdict);
  });

  test("[AUTH8] an unknown scheme or garbage is no answer", () => {
    for (const text of [
      "NoOneKnowsThisScheme opaque-data=here",
      "Digest",
      "Digest ,",
      'Digest realm="office',
      "",
    ]) {
      expect(server.read(register.withHeaders(register.headers.with("Authorization", text)))).toBeUndefined();
    }
  });
});

describe("ledger", () => {
  test("[AUTH5] any order of counts: each at most once, and a small overtaking does no harm", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 }), (counts) => {
        const ledger = new NonceLedger(10);
        const accepted = counts.filter((count) => ledger.spend("n", 1, count));
        expect(new Set(accepted).size).toBe(accepted.length);
        const highest = Math.max(0, ...accepted);
        for (const count of counts) if (highest - count < 0) expect(accepted).toContain(count);
      }),
    );
    const ledger = new NonceLedger(10);
    expect([5, 3, 4, 4, 1, 40, 9, 8, 40].map((count) => ledger.spend("n", 1, count))).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("[AUTH6] it stays bounded, and what is forgotten is refused", () => {
    const ledger = new NonceLedger(3);
    for (let index = 1; index <= 100; index += 1) {
      expect(ledger.spend(`n${index}`, index, 1)).toBe(true);
      expect(ledger.size).toBeLessThanOrEqual(6);
    }
    expect(ledger.spend("n1", 1, 2)).toBe(false);
    expect(ledger.spend("never seen but as old", 90, 1)).toBe(false);
    for (const index of [98, 99, 100]) {
      expect(ledger.spend(`n${index}`, index, 1)).toBe(false);
      expect(ledger.spend(`n${index}`, index, 2)).toBe(true);
    }
  });

  test("[AUTH6] what has expired goes, and never what could still be used", () => {
    const ledger = new NonceLedger(1_000);
    for (let now = 1; now <= 500; now += 1) {
      ledger.expire(now - 10);
      expect(ledger.spend(`n${now}`, now, 1)).toBe(true);
      expect(ledger.size).toBeLessThanOrEqual(24);
      const recent = Math.max(1, now - 10);
      expect(ledger.spend(`n${recent}`, recent, 1)).toBe(false);
    }
  });

  test("[AUTH7] comparison finds any difference", () => {
    expect(isSameSecret("abc", "abc")).toBe(true);
    for (const other of ["abd", "ab", "abcd", "", "xbc"]) expect(isSameSecret("abc", other)).toBe(false);
  });
});

describe("client", () => {
  const challenged = (...lines: readonly (readonly [string, string])[]) =>
    createResponse(register, 401, { localTag: "b", headers: SipHeaders.of(...lines) });
  const WWW = "WWW-Authenticate";

  test("[AUTH9] the topmost it can answer, for every realm that asks", () => {
    const client = new DigestClient(hash, identifiers);
    const response = challenged(
      [WWW, 'Digest realm="a", nonce="1", algorithm=SHA-512-256, qop="auth"'],
      [WWW, 'Digest realm="a", nonce="2", algorithm=SHA-256, qop="auth,auth-int"'],
      [WWW, 'Digest realm="a", nonce="3", algorithm=MD5, qop="auth"'],
      ["Proxy-Authenticate", 'Digest realm="p", nonce="4", opaque="o"'],
    );
    const answer = client.answer(response, register, alice);
    const headers = answer.kind === "headers" ? answer.headers : new SipHeaders();
    expect(headers.all(Authorization).map((value) => value.parameters.get("nonce"))).toEqual(["2"]);
    expect(headers.text("proxy-authorization")).toContain('opaque="o"');
  });

  test.each([
    ["noChallenge", []],
    ["unsupported", [[WWW, "Basic realm=x"]]],
    ["unsupported", [[WWW, 'Digest realm="a", nonce="1", algorithm=SHA-512-256']]],
    ["authInt", [[WWW, 'Digest realm="a", nonce="1", qop="auth-int"']]],
    [
      "unsupported",
      [
        [WWW, 'Digest realm="a", nonce="1"'],
        ["Proxy-Authenticate", "Basic realm=p"],
      ],
    ],
  ] as const)("[AUTH11] %s", (reason, lines) => {
    const answer = new DigestClient(hash, identifiers).answer(challenged(...lines), register, alice);
    expect(answer).toEqual({ kind: "refused", reason });
  });

  test("[AUTH9] credentials of one realm stay there", () => {
    const response = challenged([WWW, 'Digest realm="evil", nonce="1"']);
    const answer = new DigestClient(hash, identifiers).answer(response, register, {
      ...alice,
      realm: "office",
    });
    expect(answer).toEqual({ kind: "refused", reason: "noCredentials" });
  });

  test("[AUTH10] a second refusal is the end, unless the nonce was stale", () => {
    const server = aServer();
    const client = new DigestClient(hash, identifiers);
    const signed = sign(server, client);
    const again = createResponse(signed, 401, { headers: server.challenge() });
    expect(client.answer(again, signed, alice)).toEqual({ kind: "refused", reason: "wrongCredentials" });
    const stale = createResponse(signed, 401, { headers: server.challenge({ isStale: true }) });
    expect(client.answer(stale, signed, alice).kind).toBe("headers");
  });

  test("[AUTH12] later requests come with an answer and the next count", () => {
    const server = aServer();
    const client = new DigestClient(hash, identifiers);
    expect(judge(server, sign(server, client))).toEqual(ACCEPTED);
    for (const count of ["00000002", "00000003"]) {
      const next = register.withHeaders(client.authorize(register, alice));
      expect(next.headers.first(Authorization)?.parameters.get("nc")).toBe(count);
      expect(judge(server, next)).toEqual(ACCEPTED);
    }
  });

  test("[AUTH9] session algorithms are spoken to servers that ask for them", () => {
    const response = challenged([WWW, 'Digest realm="a", nonce="n", algorithm=MD5-sess, qop="auth"']);
    const answer = new DigestClient(hash, identifiers).answer(response, register, alice);
    const value = answer.kind === "headers" ? answer.headers.first(Authorization) : undefined;
    const cnonce = value?.parameters.get("cnonce") ?? "";
    const input = {
      named: { algorithm: "MD5", isSession: true },
      nonce: "n",
      method: "REGISTER",
      uri: "sip:bob@example.com",
    } as const;
    const ha1 = ha1Of(hash, "MD5", { ...alice, realm: "a" });
    const expected = digestResponse(hash, {
      ...input,
      ha1,
      protection: { qop: "auth", cnonce, count: "00000001" },
    });
    expect(value?.parameters.get("response")).toBe(expected);
  });
});
