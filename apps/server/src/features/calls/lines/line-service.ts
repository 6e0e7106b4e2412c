import type { EmergencyCalling } from "@offhook/contract";
import { emergencyNumbersOf, placeOf } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { lineNotFound } from "../call-errors.ts";
import type { CallPhones } from "../call-phones.ts";
import { findActiveLine } from "./line-repository.ts";

export interface LineServiceDeps {
  readonly database: Database;
  readonly phones: Pick<CallPhones, "company" | "endpoint" | "lineNamed" | "isTrunkUp" | "release">;
}

/** What lines may call, and what becomes of it. */
export class LineService {
  readonly #deps: LineServiceDeps;

  constructor(deps: LineServiceDeps) {
    this.#deps = deps;
  }

  /** Lets a line call again that was stopped because it looked stolen. */
  async release(customerId: number, name: string): Promise<void> {
    const { phones } = this.#deps;
    const endpointId = phones.lineNamed(customerId, name);
    if (endpointId === undefined) throw lineNotFound();
    await phones.release(endpointId);
  }

  async emergency(actor: Actor): Promise<EmergencyCalling> {
    const { database, phones } = this.#deps;
    const companyId = String(actor.customerId);
    const company = phones.company(companyId);
    const line = await findActiveLine(database.query, actor);
    const endpoint = phones.endpoint(companyId, String(line?.id ?? ""));
    const trunkIds = company?.outbound.trunkIds ?? [];
    return {
      numbers: company ? [...emergencyNumbersOf(company)] : [],
      location: (company && placeOf(company, endpoint)?.text) ?? "",
      has_carrier: trunkIds.length > 0,
      is_carrier_up: trunkIds.some((id) => phones.isTrunkUp(id)),
    };
  }
}
