import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSdpOffer, newOrigin } from "./sdp-negotiation.ts";
import { parseSdp } from "./sdp-parser.ts";
import { formatSdp } from "./sdp-serializer.ts";
import type { SessionDescription } from "./session-description.ts";
import {
  agreeOnT38,
  createT38Answer,
  createT38Offer,
  FAX_AUDIO_ATTRIBUTES,
  readT38Answer,
  t38Of,
} from "./t38.ts";

const origin = newOrigin("7", "198.51.100.1");
const own = { address: "198.51.100.1", port: 30_000 };

function describeSession(...media: readonly string[]): SessionDescription {
  const description = parseSdp(
    ["v=0", "o=- 1 1 IN IP4 203.0.113.1", "s=-", "c=IN IP4 203.0.113.1", "t=0 0", ...media, ""].join("\r\n"),
  );
  if (!description) throw new Error("no description");
  return description;
}

describe("T.38", () => {
  test("[SDP11] is read in any case and order, with what a carrier leaves out", () => {
    const offer = describeSession(
      "m=image 4000 UDPTL T38",
      "a=t38faxudpec:T38UDPREDUNDANCY",
      "a=T38FaxMaxDatagram: 238",
      "a=T38faxVersion:3",
      "a=T38FaxFillBitRemoval",
      "a=T38FaxMaxBuffer:72",
    );
    expect(t38Of(offer.media[0]!)).toEqual({
      version: 3,
      maxBitRate: 14_400,
      rateManagement: "transferredTCF",
      maxBuffer: 72,
      maxDatagram: 238,
      errorCorrection: "t38UDPRedundancy",
    });
    expect(agreeOnT38(offer)).toEqual({
      index: 0,
      address: "203.0.113.1",
      port: 4_000,
      maxDatagram: 238,
      redundancy: 3,
      version: 0,
    });
  });

  test.each([
    ["nothing is said", "a=sendrecv", 0, 400],
    ["forward correction is preferred", "a=T38FaxUdpEC:t38UDPFEC", 3, 400],
    ["no packet would fit", "a=T38FaxMaxDatagram:0", 0, 400],
    ["more is allowed than a network carries", "a=T38FaxMaxDatagram:9000000", 0, 1_400],
    ["a number is none", "a=T38FaxMaxDatagram:-3x", 0, 400],
  ])("[SDP11] where %s", (_case, line, redundancy, maxDatagram) => {
    expect(agreeOnT38(describeSession("m=image 4000 udptl t38", line))).toMatchObject({
      redundancy,
      maxDatagram,
    });
  });

  test.each([
    ["port zero", ["m=image 0 udptl t38"]],
    ["another transport", ["m=image 4000 TCP t38"]],
    ["another kind", ["m=audio 4000 RTP/AVP 0"]],
    [
      "a check of the line that UDP cannot have",
      ["m=image 4000 udptl t38", "a=T38FaxRateManagement:localTCF"],
    ],
  ])("[SDP12] is refused for %s", (_case, lines) => {
    expect(agreeOnT38(describeSession(...lines))).toBeUndefined();
  });

  test("[SDP12] an offer of audio and T.38 is answered with T.38, and the audio is refused", () => {
    const offer = describeSession("m=audio 4002 RTP/AVP 0", "m=image 4000 udptl t38");
    const agreement = agreeOnT38(offer)!;
    expect(agreement.index).toBe(1);
    const answer = parseSdp(formatSdp(createT38Answer(offer, agreement.index, own, origin)))!;
    expect(answer.media.map(({ kind, port }) => `${kind} ${port}`)).toEqual(["audio 0", "image 30000"]);
    expect(t38Of(answer.media[1]!)).toMatchObject({ version: 0, errorCorrection: "t38UDPRedundancy" });
  });

  test("[SDP13] our offer is taken, or refused", () => {
    const offer = createT38Offer(own, origin);
    expect(formatSdp(offer)).toContain("m=image 30000 udptl t38\r\n");
    const taken = describeSession("m=image 4000 udptl t38", "a=T38FaxUdpEC:t38UDPRedundancy");
    expect(readT38Answer(offer, taken)).toMatchObject({ port: 4_000, redundancy: 3 });
    expect(readT38Answer(offer, describeSession("m=image 0 udptl t38"))).toBeUndefined();
    expect(readT38Answer(offer, describeSession("m=audio 4000 RTP/AVP 0"))).toBeUndefined();
    expect(readT38Answer(offer, describeSession())).toBeUndefined();
  });

  test("[SDP14] audio of a fax asks for silence as it is, and for no echo canceler", () => {
    const codec = { payloadType: 0, name: "PCMU", clockRate: 8_000, channels: 1, parameters: undefined };
    const capability = {
      codecs: [codec],
      telephoneEvents: [],
      profiles: ["rtp"],
      direction: "sendrecv",
    } as const;
    const text = formatSdp(
      createSdpOffer([{ capability, transport: { ...own, attributes: FAX_AUDIO_ATTRIBUTES } }], origin),
    );
    expect(text).toContain("a=silenceSupp:off - - - -\r\na=ecan:fb off -\r\n");
  });

  test("[SDP11] nothing that is said makes a packet too large or too small", () => {
    const lines = fc.array(
      fc.tuple(fc.constantFrom("T38FaxMaxDatagram", "t38faxversion", "T38FaxUdpEC"), fc.string()),
    );
    fc.assert(
      fc.property(lines, (attributes) => {
        const media = describeSession("m=image 4000 udptl t38").media[0]!;
        const said = t38Of({ ...media, attributes: attributes.map(([name, value]) => ({ name, value })) })!;
        expect(said.maxDatagram).toBeGreaterThanOrEqual(60);
        expect(said.maxDatagram).toBeLessThanOrEqual(1_400);
      }),
    );
  });
});
