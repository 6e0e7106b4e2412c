import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import type { TextCarrier } from "../text-carrier.ts";
import type { CarrierConfig } from "./carrier-config.ts";
import { HttpTextCarrier } from "./http-text-carrier.ts";
import { createInboundParts } from "./inbound-parts.ts";
import { SmppTextCarrier } from "./smpp-text-carrier.ts";

export interface TextCarriersDeps {
  readonly textCarriers: CarrierConfig;
  readonly publicUrl: string;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Pick<BaseLogger, "info" | "warn" | "error">;
  readonly fileUrl: (key: string) => string;
}

export interface TextCarriers {
  /** In the order they are asked: SMPP is cheaper, the provider takes pictures too. */
  readonly carriers: readonly TextCarrier[];
  /** The one that is heard through webhooks. */
  readonly http: HttpTextCarrier | undefined;
}

export function createTextCarriers(deps: TextCarriersDeps): TextCarriers {
  const { textCarriers: config, database, objects, clock, logger: log, publicUrl, fileUrl } = deps;
  const parts = createInboundParts(database);
  const smpp = config.smpp && new SmppTextCarrier({ config: config.smpp, parts, clock, log });
  const fileAddress = (key: string): string => `${publicUrl}${fileUrl(key)}`;
  const http = config.http && new HttpTextCarrier({ config: config.http, objects, fileAddress });
  return { carriers: [smpp, http].filter((each) => each !== undefined), http };
}
