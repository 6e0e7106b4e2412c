import { encodeUtf8, nameAddr, sipUri } from "@offhook/sip";
import { expect, test } from "vitest";
import { worldWith } from "../../testing/calling.ts";

const description = (connection: string, media: string): string =>
  `v=0\r\no=- 1 1 IN IP4 192.0.2.50\r\ns=-\r\n${connection}\r\nt=0 0\r\n${media}\r\n`;

const HERE = "c=IN IP4 192.0.2.50";

test.each([
  ["no common codec", description(HERE, "m=audio 4000 RTP/AVP 18 3")],
  ["no audio at all", description(HERE, "m=video 4000 RTP/AVP 34")],
  ["a stream that is switched off", description(HERE, "m=audio 0 RTP/AVP 0")],
  ["an encryption we do not speak", description(HERE, "m=audio 4000 RTP/SAVP 0\r\na=crypto:1 AES inline:x")],
  ["a name instead of an address", description("c=IN IP4 phone.example", "m=audio 4000 RTP/AVP 0")],
  ["no description", "this is none"],
])("[CALL92] an offer of no use is refused with 488 before anything rings: %s", async (_case, offer) => {
  const world = worldWith();
  const desk = await world.phone("101", "phone", "desk");
  const callee = await world.phone("102");
  const to = sipUri({ user: "102", host: "pbx.test" });
  const answers: string[] = [];
  desk.ua.invite(
    {
      flow: desk.flow,
      uri: to,
      from: nameAddr(sipUri({ user: "phone-101", host: "pbx.test" })),
      to: nameAddr(to),
      offer: { type: "application/sdp", content: encodeUtf8(offer) },
      signer: desk.ua.createSigner({ username: "phone-101", password: "secret of phone-101" }),
    },
    {
      onProgress: () => {},
      onAnswered: () => answers.push("answered"),
      onFailed: (failure) =>
        answers.push(failure.kind === "refused" ? String(failure.response.status) : failure.kind),
    },
  );
  await world.run(100);
  expect(answers).toEqual(["488"]);
  expect(callee.calls).toEqual([]);
});
