import type { CallEvent, Phone } from "@offhook/contract";
import { expect, test } from "vitest";
import { EventLog } from "../../platform/live/event-log.ts";
import { aPhone } from "../../testing/builders.ts";
import { PhoneLine } from "./phone-line.ts";

const reception = aPhone();
const listed = (name: string) => ({ name, label: "", extension: null, callerID: "", callerIDint: "" });

/** A line whose requests are answered when the test says so. */
async function aLoadedLine() {
  const answers: { give(phone: Phone): void; refuse(): void }[] = [];
  let activeLine = "reception";
  const ask = (): Promise<Phone> =>
    new Promise((resolve, reject) => {
      answers.push({ give: resolve, refuse: () => reject(new Error("no")) });
    });
  const log = new EventLog();
  const tell = (event: CallEvent): void => log.add(log.last + 1, event);
  const line = new PhoneLine({
    log,
    activeLine: () => activeLine,
    client: {
      getPhones: () => Promise.resolve(["reception", "office"].map(listed)),
      getPhone: ask,
      updatePhone: ask,
      setForwarding: ask,
    },
  });
  const next = () => {
    const answer = answers.shift();
    if (!answer) throw new Error("Nothing was asked");
    return answer;
  };
  const load = async (phone: Phone): Promise<void> => {
    activeLine = phone.name;
    const loaded = line.load();
    next().give(phone);
    await loaded;
  };
  await load(reception);
  return { line, next, load, tell, shown: () => line.state.getState().phone };
}

test("a change is shown at once, and as the service keeps it", async () => {
  const { line, next, shown } = await aLoadedLine();
  const saved = line.setForwarding("(212) 555-0199");
  expect(shown()).toMatchObject({ forwarding: "(212) 555-0199" });
  next().give({ ...reception, forwarding: "12125550199" });
  await saved;
  expect(shown()).toMatchObject({ forwarding: "12125550199" });
});

test("an answer does not undo what was told while it was on its way", async () => {
  const { line, next, tell, shown } = await aLoadedLine();
  const saved = line.setDnd(true);
  tell({ type: "DND", phone: "reception", dnd: "1" });
  tell({ type: "CHANGE", phone: "reception", forwarding: "103" });
  tell({ type: "DND", phone: "reception", dnd: "0" });
  next().give({ ...reception, dnd: "1" });
  await saved;
  expect(shown()).toMatchObject({ dnd: "0", forwarding: "103" });
});

test("a refusal takes back the change, and nothing else", async () => {
  const { line, next, tell, shown } = await aLoadedLine();
  const saved = line.setDnd(true);
  tell({ type: "CHANGE", phone: "reception", forwarding: "103" });
  next().refuse();
  await expect(saved).rejects.toThrow("no");
  expect(shown()).toMatchObject({ dnd: "0", forwarding: "103" });
});

test("an answer for a line that was left is not shown on the next", async () => {
  const { line, next, load, shown } = await aLoadedLine();
  const saved = line.setDnd(true);
  const answer = next();
  await load({ ...reception, name: "office" });
  answer.give({ ...reception, dnd: "1" });
  await saved;
  expect(shown()).toMatchObject({ name: "office", dnd: "0" });
});

test("[FWD2] another line is forwarded, and told of, without being the active one", async () => {
  const { line, next, tell, shown } = await aLoadedLine();
  const loaded = line.loadAll();
  await Promise.resolve();
  next().give(reception);
  next().give({ ...reception, name: "office" });
  await loaded;
  const saved = line.setForwarding("103", "office");
  next().give({ ...reception, name: "office", forwarding: "103" });
  await saved;
  expect(line.state.getState().lines.office).toMatchObject({ forwarding: "103" });
  tell({ type: "CHANGE", phone: "office", forwarding: "" });
  expect(line.state.getState().lines.office).toMatchObject({ forwarding: "" });
  expect(shown()).toMatchObject({ name: "reception", forwarding: "" });
});

test("what is told while the line is loading counts, of another line it does not", async () => {
  const { line, next, tell, shown } = await aLoadedLine();
  const loaded = line.load();
  tell({ type: "DND", phone: "reception", dnd: "1" });
  tell({ type: "CHANGE", phone: "office", forwarding: "103" });
  next().give(reception);
  await loaded;
  expect(shown()).toMatchObject({ dnd: "1", forwarding: "" });
});
