import type { Cnam } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { directoryKey } from "@offhook/telephony/international";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { findCallerNames, saveCallerName } from "./caller-name-repository.ts";

/** A register of names, such as the CNAM service of a carrier. */
export interface CallerNames {
  /** The name of a number given as digits with the country code; null when there is none. */
  find(number: string): Promise<string | null>;
}

export interface CallerNameDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Left out: there is no register, and nobody is asked. */
  readonly register: CallerNames | undefined;
  readonly log: Pick<BaseLogger, "warn">;
}

const FRESH_MS = 30 * 86_400_000;
const NOBODY_FRESH_MS = 86_400_000;
const AT_ONCE = 8;
const SETTLE_MS = 5_000;

/** Names of numbers that no directory knows. Each query costs money, so answers are kept. */
export class CallerNameService {
  readonly #deps: CallerNameDeps;
  /** One query for a number at a time: a call that rings five people asks once. */
  readonly #asking = new Map<string, Promise<string | null>>();

  constructor(deps: CallerNameDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor, number: string): Promise<Cnam> {
    const region = await findRegion(this.#deps.database.query, actor.customerId);
    const key = directoryKey(number, region);
    const names = key === undefined ? undefined : await this.findAll([key]);
    return { number, name: (key !== undefined && names?.get(key)) || null };
  }

  /** Those that have a name. */
  async findAll(keys: readonly string[]): Promise<Map<string, string>> {
    const { database, clock } = this.#deps;
    const names = new Map<string, string>();
    const publicKeys = keys.filter((key) => /^\d{8,15}$/.test(key));
    if (publicKeys.length === 0) return names;
    const known = new Map(
      (await findCallerNames(database.query, publicKeys)).map(({ number, name, told_at }) => [
        number,
        { name, age: clock.now() - told_at.getTime() },
      ]),
    );
    const missing = publicKeys.filter((key) => {
      const entry = known.get(key);
      if (entry?.name) names.set(key, entry.name);
      return !entry || entry.age > (entry.name === null ? NOBODY_FRESH_MS : FRESH_MS);
    });
    for (let start = 0; start < missing.length; start += AT_ONCE) {
      const batch = missing.slice(start, start + AT_ONCE);
      const answers = await Promise.all(batch.map((key) => this.#ask(key)));
      batch.forEach((key, index) => {
        const name = answers[index];
        if (name) names.set(key, name);
      });
    }
    return names;
  }

  #ask(key: string): Promise<string | null> {
    const { register, clock } = this.#deps;
    if (!register) return Promise.resolve(null);
    const asked = this.#asking.get(key);
    if (asked) return asked;
    const asking = this.#askRegister(register, key);
    this.#asking.set(key, asking);
    // A request that looked into the table just before the answer was written there finds it here.
    void asking.then(() => clock.schedule(SETTLE_MS, () => this.#asking.delete(key)));
    return asking;
  }

  async #askRegister(register: CallerNames, key: string): Promise<string | null> {
    const { database, clock, log } = this.#deps;
    try {
      const name = await register.find(key);
      await saveCallerName(database.query, { number: key, name, told_at: new Date(clock.now()) });
      return name;
    } catch (error) {
      // A name is a courtesy: a register that is down must not keep a call from being shown.
      log.warn({ err: error }, "The register of caller names did not answer");
      this.#asking.delete(key);
      return null;
    }
  }
}
