import { DEFAULT_TIMERS } from "@offhook/sip";
import { expect, test } from "vitest";
import { connect, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";

/** What came back over a wire since the last look. */
function answersOn(world: PbxWorld, name: string): string[] {
  const log = world.wires.get(name)?.log.splice(0) ?? [];
  return log.filter((line) => line.startsWith("server")).map((line) => line.slice("server: ".length));
}

/** The dialog of a call by another way: whoever has read Call-ID and tags can send such messages. */
function moveAway(world: PbxWorld, phone: ScriptedPhone, name: string, kind: "browser" | "phone"): void {
  const wire = world.connect(phone, name, kind);
  phone.call.usage?.link.moveToFlow(wire.phoneFlow);
}

test("[REG18] what another company's page or a stranger sends into a call is challenged and changes nothing", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  // The callee's stack has no password to prove: it stands for somebody who has read the dialog.
  for (const kind of ["browser", "phone"] as const) {
    const stranger = `stranger by ${kind}`;
    moveAway(world, callee, stranger, kind);
    callee.pressByInfo("5");
    callee.transfer("103");
    callee.offerAnew("offer sendrecv elsewhere 1");
    await world.run(40);
    expect(answersOn(world, stranger).sort()).toEqual(["401 INFO", "401 INVITE", "401 REFER"]);
  }
  callee.hangUp();
  await world.run(DEFAULT_TIMERS.t2);
  expect(answersOn(world, "stranger by phone")).toEqual(["401 BYE"]);
  expect(caller.call.state).toBe("talking");
  expect(world.pbx.commands.calls()).toHaveLength(1);
});

test("[REG18] somebody who proves another line's password is refused", async () => {
  const world = worldWith();
  const { callee } = await connect(world);
  const other = await world.phone("103", "phone", "other");
  const link = callee.call.usage?.link;
  link?.moveToFlow(world.connect(callee, "by 103", "phone").phoneFlow);
  link?.signWith(other.ua.createSigner({ username: "phone-103", password: "secret of phone-103" }));
  callee.hangUp();
  await world.run(40);
  expect(answersOn(world, "by 103")).toEqual(["401 BYE", "403 BYE"]);
  expect(world.pbx.commands.calls()).toHaveLength(1);
});

test("[REG19] a phone whose router gave it another port proves its password and goes on", async () => {
  const world = worldWith();
  const { caller } = await connect(world);
  moveAway(world, caller, "another port", "phone");
  caller.pressByInfo("5");
  await world.run(40);
  expect(answersOn(world, "another port")).toEqual(["401 INFO", "200 INFO"]);
  // From now on that is where the call is.
  caller.hangUp();
  await world.run(40);
  expect(answersOn(world, "another port")).toEqual(["200 BYE"]);
  expect(world.pbx.commands.calls()).toEqual([]);
});

test("[REG19] a page that has come back and registered goes on without being asked", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  moveAway(world, callee, "reconnected", "browser");
  callee.register();
  await world.run(20);
  answersOn(world, "reconnected");
  callee.hangUp();
  await world.run(20);
  expect(answersOn(world, "reconnected")).toEqual(["200 BYE"]);
  expect(caller.call.state).toBe("ended");
});
