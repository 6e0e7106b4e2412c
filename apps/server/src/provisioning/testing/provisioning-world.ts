import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { createSealer } from "../../platform/secrets/secrets-sealing.ts";
import { type ApplyOptions, applyCompany, type ProvisioningDeps } from "../changes/apply-company.ts";
import { describePlan } from "../changes/describe-plan.ts";
import { findCompanyId, readStoredCompany } from "../changes/stored-company-repository.ts";
import type { CompanyFile } from "../file/company-file.ts";
import { readCompanyFile } from "../file/read-company-file.ts";

/** Files that are applied to a real database, for one company after the other. */
export class ProvisioningWorld {
  readonly database: TestDatabase;
  readonly sealer = createSealer(Buffer.alloc(32, 7));
  /** Ids of users, for this company. */
  disabled: number[] = [];
  changed: number[] = [];
  #number = 0;

  static async create(): Promise<ProvisioningWorld> {
    return new ProvisioningWorld(await createTestDatabase());
  }

  private constructor(database: TestDatabase) {
    this.database = database;
  }

  /** Names that are one for the whole installation carry it. */
  get number(): number {
    return this.#number;
  }

  get companyName(): string {
    return `Company ${this.#number}`;
  }

  nextCompany(): void {
    this.#number += 1;
    this.disabled = [];
    this.changed = [];
  }

  close(): Promise<void> {
    return this.database.drop();
  }

  aFile(changes: (text: string) => string = (text) => text): string {
    return changes(companyText(this.#number));
  }

  /** What was done, or what was wrong. */
  async apply(text: string, options: ApplyOptions = {}): Promise<string> {
    const read = readCompanyFile(text, "company.yaml", { env: () => undefined, file: () => undefined });
    if (!read.isRead) throw new Error(read.problems.join("\n"));
    const applied = await applyCompany(this.#deps(), read.file, options);
    if (!applied.isApplied) return applied.problems.map(read.locate).join("\n");
    return describePlan(applied.plan, options.isDryRun ?? false);
  }

  async companyId(): Promise<number> {
    return (await findCompanyId(this.database.query, this.companyName)) ?? 0;
  }

  async stored(): Promise<CompanyFile> {
    return readStoredCompany(this.database.query, await this.companyId(), this.sealer);
  }

  #deps(): ProvisioningDeps {
    return {
      database: this.database,
      sealer: this.sealer,
      hashPassword: async (password) => `hash of ${password}`,
      rolesChanged: (userId) => this.changed.push(userId),
      disableUser: async (tx, userId) => {
        this.disabled.push(userId);
        await tx.query
          .updateTable("users")
          .set({ disabled_at: new Date() })
          .where("id", "=", userId)
          .execute();
      },
    };
  }
}

const companyText = (number: number): string => `company:
  name: Company ${number}
trunks:
  - id: carrier-${number}
    host: sip.carrier.example
    username: "${number}"
    password: trunk secret
    registers: true
    location_format: header
    t38: false
    rates: [{ prefix: "1", per_minute: 0.01 }]
users:
  - username: maya@c${number}.example
    firstname: Maya
    extension: "101"
    initial_password: first password
  - username: dev@c${number}.example
    firstname: Dev
    extension: "102"
    roles: { tc_fax: "0", tc_chat: "1" }
phones:
  - name: maya
    label: Maya Okafor
    extension: "101"
    number: "1212555${String(number).padStart(4, "0")}"
    users: [maya@c${number}.example]
    emergency_address: { street: Quay, house_number: "7", city: Springfield, floor: "2" }
    when_busy: huntgroup 401
  - name: desk
    extension: "120"
    users: [dev@c${number}.example, maya@c${number}.example]
  - name: door
    kind: doorbell
    extension: "190"
desk_phones:
  - { username: maya-desk-${number}, phone: maya, label: Yealink, password: desk phone secret }
  - { username: shared-desk-${number}, phone: desk, user: maya@c${number}.example, password: another secret word }
voicemail_boxes:
  - { name: "101", label: Maya, owner: maya@c${number}.example, users: [maya@c${number}.example], pin: "4711" }
sms_lines:
  - { number: "1646555${String(number).padStart(4, "0")}", name: Main, users: [dev@c${number}.example] }
queues:
  - extension: "301"
    name: Scheduling
    strategy: longestIdle
    overflow: voicemail 101
    agents: [{ phone: maya, logged_in: true }, { phone: desk }]
hunt_groups:
  - name: Reception
    extension: "401"
    lines: [{ number: "101" }, { number: "120", level: 2 }, { number: "12125550199", level: 3 }]
rooms: [{ extension: "800", name: Team }]
numbers: [{ number: "1718555${String(number).padStart(4, "0")}", to: queue 301 }]
blocked_callers: [{ number: "12125550166" }]
dial_plan:
  trunks: [carrier-${number}]
  daily_spend_limit: 12.5
  blocked_prefixes: ["1900"]
  emergency: { address: { name: Harbor, street: Main Street, house_number: "12", country: CA } }
  parking: { extension: "700", first: 701, last: 709 }
`;
