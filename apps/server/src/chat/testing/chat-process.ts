import { stdout } from "node:process";
import fastify from "fastify";
import type { ClientConfig } from "pg";
import { pino } from "pino";
import { createDatabase } from "../../database/create-database.ts";
import { createAddressReader } from "../../http/guards/client-address.ts";
import { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { acceptUpgrades } from "../../http/upgrades.ts";
import { createDiskObjectStore } from "../../platform/files/object-store-disk.ts";
import { Outbox } from "../../platform/loops/outbox.ts";
import { createPasswordHasher } from "../../platform/secrets/password-hasher.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { ChatService } from "../chat-service.ts";

/** What the program is started with, as JSON. */
export interface ChatProcessOptions {
  readonly connection: ClientConfig;
  readonly folder: string;
}

/** Team chat and nothing else, in a program that is there to be killed. It prints where it listens. */
async function serveUntilKilled({ connection, folder }: ChatProcessOptions): Promise<void> {
  const logger = pino({ level: "warn" }, pino.destination(2));
  const nobody = (): never => {
    throw new Error("Accounts of this program are made over chat");
  };
  const database = createDatabase({ connection, log: logger });
  const secrets = createSecrets(Buffer.alloc(32, 1));
  const chat = new ChatService({
    database,
    objects: await createDiskObjectStore(folder),
    secrets,
    clock: systemClock,
    logger,
    authenticator: { cached: nobody, verify: nobody },
    hasher: createPasswordHasher({ memoryCost: 64, timeCost: 1 }),
    appKey: "test",
    version: "test",
    isDemo: true,
    clusterSecret: undefined,
    requiredCredentials: [],
    outbox: new Outbox({ database, clock: systemClock, secrets, log: logger }),
    limiter: new RateLimiter(systemClock),
    ratePerMinute: 0,
    addressOf: createAddressReader([]),
  });
  const app = fastify();
  acceptUpgrades(app, [chat.endpoint]);
  stdout.write(`is ready at ${await app.listen({ port: 0, host: "127.0.0.1" })} (after nothing)\n`);
}

await serveUntilKilled(JSON.parse(process.argv[2] ?? "") as ChatProcessOptions);
