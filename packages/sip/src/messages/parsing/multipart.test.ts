import { expect, test } from "vitest";
import { decodeUtf8, encodeUtf8 } from "../../grammar/utf8.ts";
import { aRequest, aResponse } from "../../testing/sample-messages.ts";
import type { Body } from "../create-response.ts";
import { type BodyPart, descriptionOf, multipartBody, partsOf } from "./multipart.ts";

const SDP = "v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\n";
const MIXED = "multipart/mixed;boundary=b";

const mixed = (text: string, type = MIXED): Body => ({ type, content: encodeUtf8(text) });
const texts = (body: Body): readonly string[] | undefined =>
  partsOf(body)?.map(({ type, content }) => `${type} ${decodeUtf8(content)}`);
const part = (type: string, content: string, ...more: readonly string[]): string =>
  `--b\r\n${[`Content-Type: ${type}`, ...more].join("\r\n")}\r\n\r\n${content}\r\n`;

test("[MSG17] what we write as several parts reads as those parts", () => {
  const parts: readonly BodyPart[] = [
    { type: "application/sdp", content: encodeUtf8(SDP) },
    {
      type: "application/pidf+xml",
      content: encodeUtf8("<presence/>"),
      id: "place@pbx.test",
      disposition: "by-reference;handling=optional",
    },
  ];
  const body = multipartBody(parts, "edge");
  expect(decodeUtf8(body.content)).toBe(
    `--edge\r\nContent-Type: application/sdp\r\n\r\n${SDP}\r\n--edge\r\nContent-Type: application/pidf+xml\r\nContent-ID: <place@pbx.test>\r\nContent-Disposition: by-reference;handling=optional\r\n\r\n<presence/>\r\n--edge--\r\n`,
  );
  expect(partsOf(body)).toEqual(parts.map((each) => expect.objectContaining(each)));
});

test("[MSG17] nothing in a part's headers can start a line of its own", () => {
  const body = multipartBody([{ type: "a/b\r\nX: 1", id: "c>\r\n\r\nv=0", content: encodeUtf8("") }], "edge");
  expect(texts(body)).toEqual(["a/b X: 1 "]);
});

test.each<[string, Body, readonly string[] | undefined]>([
  ["a preamble and an epilogue", mixed(`hello\r\n${part("a/b", "1")}--b--\r\nbye\r\n--b\r\n`), ["a/b 1"]],
  ["a quoted boundary", mixed(`${part("a/b", "1")}--b--`, 'Multipart/Mixed; Boundary="b"'), ["a/b 1"]],
  ["line feeds alone", mixed("--b\nContent-Type: a/b\n\n1\n--b--\n"), ["a/b 1"]],
  ["a part without headers", mixed("--b\r\n\r\nplain\r\n--b--"), ["text/plain plain"]],
  ["an empty part", mixed("--b\r\nContent-Type: a/b\r\n\r\n\r\n--b--"), ["a/b "]],
  ["no last delimiter", mixed("--b\r\nContent-Type: a/b\r\n\r\n1"), ["a/b 1"]],
  [
    "a boundary that begins like ours",
    mixed(`${part("a/b", "1\r\n--bb\r\n2")}--b--`),
    ["a/b 1\r\n--bb\r\n2"],
  ],
  [
    "parts inside parts",
    mixed(`${part("multipart/alternative;boundary=bb", "--bb\r\n\r\n1\r\n--bb--")}${part("a/b", "2")}--b--`),
    ["text/plain 1", "a/b 2"],
  ],
  [
    "an encoding nobody takes off",
    mixed(`${part("application/sdp", "dj0w", "Content-Transfer-Encoding: base64")}--b--`),
    ["application/octet-stream dj0w"],
  ],
  ["no boundary", mixed(part("a/b", "1"), "multipart/mixed"), undefined],
  ["an endless boundary", mixed(part("a/b", "1"), `multipart/mixed;boundary=${"b".repeat(71)}`), undefined],
  ["no delimiter at all", mixed("Content-Type: a/b\r\n\r\n1"), undefined],
  ["more parts than anybody sends", mixed(`${part("a/b", "1").repeat(17)}--b--`), undefined],
  ["a line that is no header", mixed("--b\r\nhm\r\n\r\n1\r\n--b--"), undefined],
  ["endless headers", mixed(part("a/b", "1", `X: ${"x".repeat(3_000)}`)), undefined],
  ["no multipart", mixed(SDP, "application/sdp"), undefined],
])("[MSG17] %s", (_case, body, expected) => {
  expect(texts(body)).toEqual(expected);
});

test("[MSG17] parts inside parts inside parts have an end", () => {
  const nested = (depth: number): string =>
    depth === 0
      ? "1"
      : `--b${depth}\r\nContent-Type: multipart/mixed;boundary=b${depth - 1}\r\n\r\n${nested(depth - 1)}\r\n--b${depth}--`;
  expect(partsOf(mixed(nested(40), "multipart/mixed;boundary=b40"))).toBeUndefined();
});

test.each<[string, string, string | undefined]>([
  ["beside a place", `${part("application/pidf+xml", "<p/>")}${part("application/sdp", SDP)}--b--`, SDP],
  [
    "that is said to be the session",
    `${part("application/sdp", SDP, "Content-Disposition: session")}--b--`,
    SDP,
  ],
  [
    "and not the one of an early session",
    `${part("application/sdp", "v=1", "Content-Disposition: early-session")}${part("Application/SDP", SDP)}--b--`,
    SDP,
  ],
  ["or nothing", `${part("application/pidf+xml", "<p/>")}--b--`, undefined],
  ["or nothing that can be read", "???", undefined],
])("[MSG18] the description of requests and replies is the part that is one, %s", (_case, body, expected) => {
  const parts = { more: [`Content-Type: ${MIXED}`], body };
  for (const message of [aRequest(parts), aResponse(200, parts)]) {
    const description = descriptionOf(message);
    expect(description && decodeUtf8(description.content)).toBe(expected);
  }
});

test.each(["--b\r\n", "\r\n--b", "\r\n--b\r\n\r\n", "--b--\r\n", "\n", "\r\n--", "X: y\r\n"])(
  "[MSG17] a body full of %j is read in linear time",
  (unit) => {
    const read = (size: number): number => {
      const body = mixed(unit.repeat(size / unit.length));
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run += 1) {
        const before = process.cpuUsage();
        partsOf(body);
        const { user, system } = process.cpuUsage(before);
        best = Math.min(best, (user + system) / 1_000);
      }
      return best;
    };
    expect(read(800_000) / Math.max(read(100_000), 0.5)).toBeLessThan(30);
  },
);
