import type { CompanyConfig, EndpointConfig, PbxDirectory, SipAccount, TrunkConfig } from "@offhook/pbx";
import type { Database } from "../../database/database.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { buildCompanyConfig } from "./company-config-builder.ts";
import { listCompanyIds, listSipDevices, listTrunks, loadCompany } from "./directory-repository.ts";
import { readMusic } from "./music-folder.ts";
import { buildTrunkConfig } from "./trunk-config-builder.ts";

export interface LiveDirectoryDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Accounts of signed-in browsers. */
  readonly browserAccount: (username: string) => SipAccount | undefined;
  /** Where hold music of the installation's own is; left out there is none. */
  readonly musicFolder?: string;
}

/** What the console calls an endpoint. */
export interface Line {
  readonly name: string;
  readonly customerId: number;
}

/** What a sealed password of a desk phone is bound to. */
export const deviceContext = (username: string): string => `sip-device ${username}`;

/** The configured world in memory, so that a ringing phone never waits for the database. */
export class LiveDirectory implements PbxDirectory {
  readonly #deps: LiveDirectoryDeps;
  readonly #companies = new Map<string, CompanyConfig>();
  #trunks: readonly TrunkConfig[] = [];
  #devices = new Map<string, SipAccount>();
  readonly #lines = new Map<string, Line>();

  constructor(deps: LiveDirectoryDeps) {
    this.#deps = deps;
  }

  companies(): Iterable<CompanyConfig> {
    return this.#companies.values();
  }

  company(id: string): CompanyConfig | undefined {
    return this.#companies.get(id);
  }

  trunks(): readonly TrunkConfig[] {
    return this.#trunks;
  }

  account(username: string): SipAccount | undefined {
    return this.#devices.get(username.toLowerCase()) ?? this.#deps.browserAccount(username);
  }

  endpoint(companyId: string, endpointId: string): EndpointConfig | undefined {
    return this.company(companyId)?.endpoints.find(({ id }) => id === endpointId);
  }

  line(endpointId: string): Line | undefined {
    return this.#lines.get(endpointId);
  }

  /** The endpoint of a company's line. */
  lineNamed(customerId: number, name: string): string | undefined {
    for (const [id, line] of this.#lines) if (line.customerId === customerId && line.name === name) return id;
    return undefined;
  }

  async load(): Promise<void> {
    for (const id of await listCompanyIds(this.#deps.database.query)) await this.#loadCompany(id);
    await this.#loadLinks();
  }

  /** Resolves with the desk phones that may no longer sign in as they have: gone, moved, or with a new password. */
  async reload(customerId: number): Promise<readonly string[]> {
    const before = this.#devices;
    await this.#loadCompany(customerId);
    await this.#loadLinks();
    return [...before].flatMap(([username, account]) =>
      isSameAccount(account, this.#devices.get(username)) ? [] : [username],
    );
  }

  async #loadCompany(customerId: number): Promise<void> {
    const { database, sealer, musicFolder } = this.#deps;
    const rows = await loadCompany(database.query, customerId);
    if (!rows) {
      this.#companies.delete(String(customerId));
      return;
    }
    const music = musicFolder === undefined ? undefined : await readMusic(musicFolder, customerId);
    this.#companies.set(String(customerId), buildCompanyConfig(rows, sealer, music));
    for (const { id, name } of rows.phones) this.#lines.set(String(id), { name, customerId });
  }

  async #loadLinks(): Promise<void> {
    const { database, sealer } = this.#deps;
    const [trunks, devices] = await Promise.all([listTrunks(database.query), listSipDevices(database.query)]);
    this.#trunks = trunks.map((row) => buildTrunkConfig(row, sealer));
    this.#devices = new Map(
      devices.map((row) => [
        row.username,
        {
          username: row.username,
          secret: {
            kind: "password",
            password: sealer.open(deviceContext(row.username), row.sealed_password),
          },
          companyId: String(row.customer_id),
          endpointId: String(row.phone_id),
          ...(row.user_id === null ? {} : { userId: String(row.user_id) }),
        },
      ]),
    );
  }
}

function isSameAccount(before: SipAccount, after: SipAccount | undefined): boolean {
  return after !== undefined && JSON.stringify(before) === JSON.stringify(after);
}
