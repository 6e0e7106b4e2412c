import type { EmergencyCalling } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { emergencyNumbersOf, placeOf } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import { findActiveLine } from "../../../pbx/accounts/sip-credential-repository.ts";
import type { LiveDirectory } from "../../../pbx/directory/live-directory.ts";
import type { TollLedger } from "../../../pbx/records/toll-ledger.ts";
import type { Actor } from "../../../platform/actor.ts";
import { lineNotFound } from "../call-errors.ts";

export interface LineServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Pick<LiveDirectory, "company" | "endpoint" | "lineNamed">;
  readonly tolls: Pick<TollLedger, "release">;
  readonly isTrunkUp: (trunkId: string) => boolean;
}

/** What lines may call, and what becomes of it. */
export class LineService {
  readonly #deps: LineServiceDeps;

  constructor(deps: LineServiceDeps) {
    this.#deps = deps;
  }

  /** Lets a line call again that was stopped because it looked stolen. */
  async release(customerId: number, name: string): Promise<void> {
    const { directory, tolls, clock } = this.#deps;
    const endpointId = directory.lineNamed(customerId, name);
    if (endpointId === undefined) throw lineNotFound();
    await tolls.release(endpointId, clock.now());
  }

  async emergency(actor: Actor): Promise<EmergencyCalling> {
    const { database, directory, isTrunkUp } = this.#deps;
    const companyId = String(actor.customerId);
    const company = directory.company(companyId);
    const line = await findActiveLine(database.query, actor);
    const endpoint = directory.endpoint(companyId, String(line?.id ?? ""));
    const trunkIds = company?.outbound.trunkIds ?? [];
    return {
      numbers: company ? [...emergencyNumbersOf(company)] : [],
      location: (company && placeOf(company, endpoint)?.text) ?? "",
      has_carrier: trunkIds.length > 0,
      is_carrier_up: trunkIds.some(isTrunkUp),
    };
  }
}
