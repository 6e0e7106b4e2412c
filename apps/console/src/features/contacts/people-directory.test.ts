import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { EventLog } from "../../platform/live/event-log.ts";
import { PeopleDirectory } from "./people-directory.ts";

test("without the contacts feature the service is not asked, and nobody waits for colleagues", async () => {
  let asked = 0;
  const client = {
    listPeople: () => {
      asked += 1;
      return Promise.resolve([]);
    },
  };
  const parts = { client, clock: new FakeClock(), log: new EventLog() };
  const off = new PeopleDirectory({ ...parts, isAllowed: () => false });
  await off.load();
  expect([asked, off.state.getState().status]).toEqual([0, "ready"]);
  await new PeopleDirectory(parts).load();
  expect(asked).toBe(1);
});
