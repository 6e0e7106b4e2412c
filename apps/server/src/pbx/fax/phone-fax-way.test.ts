import type { CompanyConfig, FaxResult } from "@offhook/pbx";
import { expect, test } from "vitest";
import type { FaxJob, FaxProgress } from "../../features/faxes/index.ts";
import { PhoneFaxWay } from "./phone-fax-way.ts";

const JOB: FaxJob = {
  faxId: "fax",
  tryNumber: 2,
  companyId: 1,
  from: "12125550130",
  to: "12125550188",
  stationId: "+1 212 555 0130",
  headerText: "Harborlight",
  tiffFile: "/fax.tif",
  pages: 4,
  firstPage: 2,
  resolution: "fine",
};
const LINE = { id: "7", number: "+12125550130", name: "Records", stationId: "+12125550130" };
const COMPANY: CompanyConfig = {
  id: "1",
  name: "Harborlight",
  region: "US",
  endpoints: [],
  queues: [],
  huntGroups: [],
  mailboxes: [],
  rooms: [],
  faxLines: [LINE],
  inboundNumbers: [],
  outbound: {
    trunkIds: ["trunk"],
    isInternationalAllowed: false,
    blockedPrefixes: [],
    defaultCallerId: undefined,
    dailySpendLimit: 1,
    maxConcurrentCalls: 1,
  },
  parking: undefined,
  blockedCallers: [],
};
const SENT = { pages: 1, station: "FAR", detail: "T.30", way: "phone" } as const;

/** A try that has come to this page, and ends so. */
function ending(result: FaxResult, page: number) {
  const orders: { to: string; firstPage: number }[] = [];
  const way = new PhoneFaxWay({
    faxes: {
      send: (order, hear) => {
        orders.push(order);
        hear({ page, way: "phone" });
        return { result: Promise.resolve(result), stop: () => {} };
      },
    },
    company: () => COMPANY,
    hasLibrary: () => true,
    lastPage: async (file) => (file === JOB.tiffFile ? 3 : undefined),
  });
  return { way, orders };
}

test("[FAXW1] pages are counted with those of earlier tries", async () => {
  const { way, orders } = ending({ kind: "delivered", ...SENT, pages: 3 }, 5);
  const heard: FaxProgress[] = [];
  const outcome = await way.send(JOB, (progress) => heard.push(progress), new AbortController().signal);
  expect(outcome).toMatchObject({ kind: "delivered", pages: 4, station: "FAR" });
  expect(orders).toMatchObject([{ to: "+12125550188", firstPage: 2, line: LINE }]);
  // There is no page after the last.
  expect(heard).toEqual([{ page: 4, way: "phone" }]);
});

test("[FAXW5] a fax of which a page could not be read is not delivered, whatever the other side confirmed", async () => {
  const { way } = ending({ kind: "delivered", ...SENT, pages: 1 }, 2);
  const outcome = await way.send(JOB, () => {}, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: "failed", reason: "badDocument", pages: 2 });
});

test("[FAXW2] stopped, or with its process dead, it was dropped; in doubt about the last page it was interrupted", async () => {
  for (const reason of ["canceled", "interrupted"] as const) {
    const send = (page: number, pages: number) =>
      ending({ kind: "failed", reason, ...SENT, pages }, page).way.send(
        JOB,
        () => {},
        new AbortController().signal,
      );
    expect(await send(3, 1)).toMatchObject({ reason: "dropped", pages: 2 });
    expect(await send(4, 2)).toMatchObject({ reason: "interrupted", pages: 3 });
  }
});

test("[FAXW3] after a restart the journal tells what has arrived", async () => {
  const { way } = ending({ kind: "delivered", ...SENT }, 1);
  expect(await way.recall(JOB)).toEqual({ kind: "stopped", pages: 3 });
  expect(await way.recall({ ...JOB, tiffFile: "/other.tif" })).toEqual({ kind: "stopped", pages: 1 });
});

test("[FAXW4] it can send for lines there are, where there is a carrier", () => {
  const { way } = ending({ kind: "delivered", ...SENT }, 1);
  expect(way.canSend(JOB)).toBe(true);
  expect(way.canSend({ ...JOB, from: "12125550199" })).toBe(false);
});
