import type { CompanyConfig, TrunkConfig } from "../dialplan/company-config.ts";
import type { FaxResult } from "../faxes/outgoing-fax.ts";
import { worldWith } from "./calling.ts";
import type { PbxWorld } from "./pbx-world.ts";
import { aTrunk } from "./test-company.ts";

export const FAX_LINE = {
  id: "records",
  number: "+12125550130",
  name: "Records",
  stationId: "+1 212 555 0130",
};
export const FAX_OUTBOUND: CompanyConfig["outbound"] = {
  trunkIds: ["trunk"],
  isInternationalAllowed: false,
  blockedPrefixes: [],
  defaultCallerId: "+12125550110",
  dailySpendLimit: 100,
  maxConcurrentCalls: 5,
};

interface SendingFax {
  readonly world: PbxWorld;
  readonly pages: number[];
  result: FaxResult | undefined;
  stop(): void;
}

export async function faxWorld(
  trunks: readonly TrunkConfig[] = [aTrunk()],
  changes: Partial<CompanyConfig> = {},
): Promise<PbxWorld> {
  const world = worldWith(
    {
      outbound: { ...FAX_OUTBOUND, trunkIds: trunks.map(({ id }) => id) },
      faxLines: [FAX_LINE],
      inboundNumbers: [{ number: FAX_LINE.number, destination: { kind: "fax", id: FAX_LINE.id } }],
      ...changes,
    },
    trunks,
  );
  await world.run(20);
  return world;
}

export async function sendFax(world: PbxWorld, to = "2125550170", firstPage = 1): Promise<SendingFax> {
  const order = {
    companyId: "company",
    line: FAX_LINE,
    to,
    file: "/out.tif",
    firstPage,
    stationId: FAX_LINE.stationId,
    headerText: "Harborlight",
  };
  const pages: number[] = [];
  const fax = world.pbx.faxes.send(order, ({ page }) => pages.push(page));
  const sending: SendingFax = { world, pages, result: undefined, stop: () => fax.stop() };
  void fax.result.then((result) => {
    sending.result = result;
  });
  await world.run(30);
  return sending;
}

/** Answered by the carrier's far end. */
export async function answeredFax(world: PbxWorld): Promise<SendingFax> {
  const sending = await sendFax(world);
  world.carrier.answer();
  await world.run(30);
  return sending;
}
