import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CompanyConfig } from "./dialplan/company-config.ts";
import { PbxWorld } from "./testing/pbx-world.ts";
import { callerOf } from "./testing/scripted-phone.ts";
import { aCompany, anEndpoint } from "./testing/test-company.ts";

const hex = (algorithm: string, data: Uint8Array): string => createHash(algorithm).update(data).digest("hex");
const hash = {
  md5: (data: Uint8Array) => hex("md5", data),
  sha256: (data: Uint8Array) => hex("sha256", data),
};

function worldWith(changes: Partial<CompanyConfig> = {}): PbxWorld {
  const endpoints = ["101", "102", "103"].map((extension) => anEndpoint(extension));
  return new PbxWorld({ company: aCompany({ endpoints, ...changes }), hash });
}

test("[B2B1] a browser calls a browser: INVITE without offer, answer in the ACK, one bridge", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  expect(anna.registration).toBe("registered");
  anna.dial("102");
  await world.run(50);
  expect(ben.call.invite?.offer).toBeUndefined();
  expect(callerOf(ben.call)).toBe('"Person 101" <sip:101@pbx.test>');
  ben.ring();
  await world.run(50);
  expect(anna.call.news).toBe("180");
  ben.answer();
  await world.run(50);
  expect(anna.call.state).toBe("talking");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  anna.hangUp();
  await world.run(50);
  expect(ben.call.state).toBe("ended");
  expect(world.closed.map(({ status, direction }) => `${direction} ${status}`)).toEqual([
    "out answer",
    "in answer",
  ]);
  expect(world.media.legs.size).toBe(0);
  expect(world.media.bridges.size).toBe(0);
  expect(world.media.refusals).toEqual([]);
});
