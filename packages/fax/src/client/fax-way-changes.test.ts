import { afterAll, beforeAll, expect, test } from "vitest";
import { differingPages, pagesOf } from "../testing/compare-pages.ts";
import { FaxMachines, HOST, T38 } from "../testing/fax-table.ts";

let machines: FaxMachines;

beforeAll(() => {
  machines = new FaxMachines();
});
afterAll(() => machines.close());

test.concurrent("[FAX12] from audio to T.38, when the carrier asks for it", async (context) => {
  const table = machines.table(context);
  table.writePages(2, 60);
  const call = await table.call("send");
  call.talk({ address: HOST, port: 9, payloadType: 0 });
  const peer = table.peer({ role: "receive", way: "t38", farPort: call.port });
  call.switchToT38({ address: HOST, port: await peer.port, ...T38 });
  expect(await call.ended).toMatchObject({ outcome: "done", pages: 2, way: "t38" });
  await peer.end;
  expect(differingPages(await pagesOf(table.sent), await pagesOf(table.received))).toEqual([]);
});

test.concurrent("[FAX12] and back, when it refuses after all", async (context) => {
  const table = machines.table(context);
  table.writePages(1, 60);
  const call = await table.call("receive");
  const peer = table.peer({ role: "send", way: "audio", farPort: call.port });
  call.talk({ address: HOST, port: await peer.port, payloadType: 0 });
  call.switchToT38({ address: HOST, port: await peer.port, ...T38 });
  call.backToAudio();
  expect(await call.ended).toMatchObject({ outcome: "done", pages: 1, way: "phone" });
  expect(differingPages(await pagesOf(table.sent), await pagesOf(table.received))).toEqual([]);
});
