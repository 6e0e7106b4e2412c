import { join } from "node:path";
import { FaxEngine, readFaxJournal } from "@offhook/fax";
import type { Clock } from "@offhook/kernel";
import type { CompanyConfig, FaxCalls, FaxMachines } from "@offhook/pbx";
import type { FaxesFeature } from "../../features/faxes/index.ts";
import type { AdminAlerts } from "../../platform/admin-alerts.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { ownAddress } from "../own-address.ts";
import type { TelephonyConfig } from "../telephony-config.ts";
import { EngineFaxMachines } from "./engine-fax-machines.ts";
import { FaxPorts, faxPortsOf } from "./fax-ports.ts";
import { PhoneFaxWay } from "./phone-fax-way.ts";
import { ReceivedFaxes } from "./received-faxes.ts";

export interface PhoneFaxesDeps {
  readonly config: { readonly telephony: TelephonyConfig; readonly dataDir: string };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly alerts: AdminAlerts;
  readonly faxes: Pick<FaxesFeature, "arrivals" | "ways">;
  readonly directory: {
    company(id: string): CompanyConfig | undefined;
    companies(): Iterable<CompanyConfig>;
  };
}

/** Faxes over the telephone: the fax process, its ports, what it receives, and the way out for what is sent. */
export class PhoneFaxes {
  readonly machines: FaxMachines;
  readonly #deps: PhoneFaxesDeps;
  readonly #engine = new FaxEngine();
  readonly #received: ReceivedFaxes;

  constructor(deps: PhoneFaxesDeps) {
    const { config, directory, faxes, clock, logger } = deps;
    this.#deps = deps;
    this.#received = new ReceivedFaxes({
      folder: join(config.dataDir, "faxes", "receiving"),
      arrivals: faxes.arrivals,
      clock,
      log: logger,
      numberOf: (companyId, id) => numberOf(directory.company(companyId), id),
      readJournal: async (file) => {
        const { lastPage: pages, damaged } = (await readFaxJournal(file)) ?? { lastPage: 0, damaged: [] };
        return { pages, damaged };
      },
    });
    this.machines = new EngineFaxMachines({
      engine: this.#engine,
      ports: new FaxPorts(faxPortsOf(config.telephony.rtpPorts)),
      address: addressOf(config.telephony),
      received: this.#received,
    });
  }

  /** Sends what the faxes feature has to send from now on. */
  connect(calls: Pick<FaxCalls, "send" | "refuses">): void {
    const { faxes, directory } = this.#deps;
    faxes.ways.closeTo((companyId, dialed) => calls.refuses(String(companyId), dialed));
    faxes.ways.add(
      new PhoneFaxWay({
        faxes: calls,
        company: (id) => directory.company(id),
        hasLibrary: () => FaxEngine.probe().found,
        lastPage: async (file) => (await readFaxJournal(file))?.lastPage,
      }),
    );
  }

  async start(): Promise<void> {
    await this.#received.start();
    this.#tellOfMissingLibrary();
  }

  /** When no fax call is on any more. */
  async close(): Promise<void> {
    await this.#engine.close();
    await this.#received.close();
  }

  #tellOfMissingLibrary(): void {
    const { logger, alerts, directory } = this.#deps;
    const library = FaxEngine.probe();
    if (library.found) return;
    logger.warn({ why: library.why }, "Faxes cannot be sent or received over the phone");
    for (const { id, faxLines = [] } of directory.companies()) {
      if (faxLines.length === 0) continue;
      alerts.raise({
        customerId: Number(id),
        kind: "setup",
        subject: "fax library",
        title: "Faxes can't be sent or received over the phone",
        text: `${library.why}. Until then faxes go between the lines of this installation, and through a fax provider if one is connected.`,
      });
    }
  }
}

/** Stored and told without a plus. */
function numberOf(company: CompanyConfig | undefined, faxLineId: string): string | undefined {
  return company?.faxLines?.find(({ id }) => id === faxLineId)?.number.replace("+", "");
}

function addressOf({ mediaAnnouncedAddresses: [announced], mediaBindAddress }: TelephonyConfig) {
  const bound = announced === undefined ? (mediaBindAddress ?? ownAddress()) : "0.0.0.0";
  return { bound: mediaBindAddress ?? bound, announced: announced ?? bound };
}
