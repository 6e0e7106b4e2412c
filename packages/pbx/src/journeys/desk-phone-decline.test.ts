import { expect, test } from "vitest";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { aCompany, anEndpoint, aTrunk } from "../testing/test-company.ts";

test.each([
  ["603", 603, { rings: true }, { cause: "declined", status: "declined", declinedBy: "user-102" }],
  [
    "486 after ringing",
    486,
    { rings: true },
    { cause: "declined", status: "declined", declinedBy: "user-102" },
  ],
  ["486 at once", 486, { rings: false }, { cause: "busy", status: "busy", declinedBy: undefined }],
  ["480 at once", 480, { rings: false }, { cause: "noAnswer", status: "missed", declinedBy: undefined }],
] as const)("[CALL20] a desk phone that answers %s", async (_what, status, { rings }, expected) => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  if (rings) ben.ring();
  await world.run(20);
  ben.decline(status);
  await world.run(100);
  expect(world.closed.find(({ endpointId }) => endpointId === "phone-102")).toMatchObject(expected);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test.each([
  ["that of nobody in particular names nobody", undefined],
  ["that on somebody's desk names them", "user-103"],
])("[CALL20] on a line that several people share, %s", async (_what, user) => {
  const shared = anEndpoint("102", { userIds: ["user-102", "user-103"] });
  const world = worldWith({ endpoints: [anEndpoint("101"), shared] });
  if (user !== undefined) world.deskUsers.set("phone-102", user);
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  ben.ring();
  await world.run(20);
  ben.decline(486);
  await world.run(100);
  const declined = world.closed.find(({ endpointId }) => endpointId === "phone-102");
  expect(declined).toMatchObject({ status: "declined", declinedBy: user });
});

test("[CALL20] what a carrier says after ringing stays as it is", async () => {
  const trunk = aTrunk();
  const world = worldWith({ outbound: { ...aCompany().outbound, trunkIds: [trunk.id] } }, [trunk]);
  await world.run(20);
  const anna = await world.phone("101");
  anna.dial("2125550199");
  await world.run(30);
  world.carrier.ring();
  await world.run(20);
  world.carrier.decline(486);
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "486" });
});
