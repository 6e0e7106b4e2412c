import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { pino } from "pino";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { createAddressReader } from "../../http/guards/client-address.ts";
import { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { acceptUpgrades } from "../../http/upgrades.ts";
import { createDiskObjectStore } from "../../platform/files/object-store-disk.ts";
import { Outbox } from "../../platform/loops/outbox.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { createPasswordHasher } from "../../platform/secrets/password-hasher.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { ChatService } from "../chat-service.ts";

export interface ChatServer {
  readonly origin: string;
  readonly database: TestDatabase;
  /** What the outbox has handed over, oldest first. */
  readonly mails: readonly Mail[];
  hashPassword(password: string): Promise<string>;
  close(): Promise<void>;
}

/** Team chat alone, whose accounts are made over chat and must confirm what is required. */
export async function startChatServer(requiredCredentials: readonly string[]): Promise<ChatServer> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-chat-"));
  const database = await createTestDatabase();
  const [logger, secrets, clock] = [
    pino({ level: "silent" }),
    createSecrets(Buffer.alloc(32, 1)),
    systemClock,
  ];
  const hasher = createPasswordHasher({ memoryCost: 64, timeCost: 1 });
  const mails: Mail[] = [];
  const mailer = { send: async (_id: string, mail: Mail) => void mails.push(mail), close: () => {} };
  const outbox = new Outbox({ database, clock, secrets, log: logger, mailer });
  const nobody = (): never => {
    throw new Error("Accounts of this server are made over chat");
  };
  const chat = new ChatService({
    database,
    objects: await createDiskObjectStore(folder),
    secrets,
    clock,
    logger,
    authenticator: { cached: nobody, verify: nobody },
    hasher,
    appKey: "test",
    version: "test",
    isDemo: true,
    clusterSecret: undefined,
    requiredCredentials,
    outbox,
    limiter: new RateLimiter(clock),
    ratePerMinute: 0,
    addressOf: createAddressReader([]),
  });
  const app = fastify();
  chat.register(app);
  acceptUpgrades(app, [chat.endpoint]);
  outbox.start();
  return {
    origin: await app.listen({ port: 0, host: "127.0.0.1" }),
    database,
    mails,
    hashPassword: (password) => hasher.hash(password),
    async close() {
      await chat.close();
      await app.close();
      await outbox.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}
