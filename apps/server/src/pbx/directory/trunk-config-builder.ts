import type { T38Use, TrunkConfig } from "@offhook/pbx";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Trunks } from "../../database/schema/database-schema.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";

const Rates = z.array(z.object({ prefix: z.string().regex(/^\d*$/), perMinute: z.number().nonnegative() }));

/** What a sealed password of a trunk is bound to. */
export const trunkContext = (id: string): string => `trunk ${id}`;

export function buildTrunkConfig(row: Selectable<Trunks>, sealer: Sealer): TrunkConfig {
  return {
    id: row.id,
    host: row.host,
    port: row.port,
    transport: row.transport as TrunkConfig["transport"],
    ...(row.domain === null ? {} : { domain: row.domain }),
    username: row.username ?? undefined,
    password:
      row.sealed_password === null ? undefined : sealer.open(trunkContext(row.id), row.sealed_password),
    isRegistering: row.registers,
    registerSeconds: row.register_seconds,
    trustedAddresses: row.trusted_addresses,
    maxCalls: row.max_calls,
    numberFormat: row.number_format as TrunkConfig["numberFormat"],
    locationFormat: row.location_format as TrunkConfig["locationFormat"],
    t38: t38Use(row.t38),
    rates: Rates.parse(row.rates),
    probeEveryMs: row.probe_seconds * 1000,
  };
}

function t38Use(t38: boolean | null): T38Use {
  if (t38 === null) return "whenAsked";
  return t38 ? "offered" : "never";
}
