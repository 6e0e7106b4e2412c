import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import type { Authenticator } from "../../platform/authenticator.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { Outbox } from "../../platform/loops/outbox.ts";
import type { Mailer } from "../../platform/mail/mail.ts";
import { createPasswordHasher, type PasswordHasher } from "../../platform/secrets/password-hasher.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { SmsSender } from "../../platform/sms.ts";
import type { StepUpCheck } from "../../platform/step-up.ts";
import { AccountService } from "./accounts/account-service.ts";
import { EmailChanges } from "./email/email-changes.ts";
import { LoginLinks } from "./links/login-links.ts";
import { OwnPassword } from "./password/own-password.ts";
import { PasswordChanges } from "./password/password-changes.ts";
import { PasswordResets } from "./password/password-resets.ts";
import { PasswordSignIn } from "./password/password-sign-in.ts";
import { Throttles } from "./password/throttles.ts";
import { IdentityProvider, type IdentityProviderSettings } from "./providers/identity-provider.ts";
import { ProviderSignIn, type PublicProviders } from "./providers/provider-sign-in.ts";
import type { ProviderName } from "./providers/verified-identity.ts";
import { type SessionHandlers, sessionHandlers } from "./session-routes.ts";
import { SessionService } from "./session-service.ts";
import { createSessionCleanup } from "./sessions/session-cleanup.ts";
import { SessionEndings, type SessionsEndedListener } from "./sessions/session-endings.ts";
import { SignIns } from "./sessions/sign-ins.ts";
import { StepUpProofs } from "./step-up/step-up-proofs.ts";
import { StepUps } from "./step-up/step-ups.ts";
import { AccessTokens } from "./tokens/access-tokens.ts";
import { RefreshTokens } from "./tokens/refresh-tokens.ts";
import { type NewTfaMethod, SecondFactors } from "./two-factor/second-factors.ts";
import { TfaChallenges } from "./two-factor/tfa-challenges.ts";
import { TfaSettingsService } from "./two-factor/tfa-settings-service.ts";

export interface SessionFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  /** Where people reach the server, without a slash at the end; it stands in mailed links. */
  readonly publicUrl: string;
  /** Whether an address is our own sign-in page: a code that was sent elsewhere is not traded. Left out: the public one is. */
  readonly isOwnRedirect?: (address: string) => boolean;
  readonly mailer?: Mailer | undefined;
  /** Where attachments of mails are. */
  readonly objects?: ObjectStore | undefined;
  readonly sms?: SmsSender | undefined;
  readonly google?: IdentityProviderSettings | undefined;
  readonly microsoft?: IdentityProviderSettings | undefined;
  /** Tests hand in one that is cheap. */
  readonly hasher?: PasswordHasher;
}

export interface SessionFeature {
  readonly handlers: SessionHandlers;
  readonly authenticator: Authenticator;
  readonly accounts: AccountService;
  /** Whether a request may change what the account is opened with. */
  readonly stepUps: StepUpCheck;
  readonly emails: EmailChanges;
  /** Mail and texts of the system, also for other features. */
  readonly outbox: Outbox;
  /** Called after the commit with the sessions whose tokens are now worthless; returns how to stop listening. */
  onSessionsEnded(listener: SessionsEndedListener): () => void;
  publicProviders(): Promise<PublicProviders>;
  hashPassword(password: string): Promise<string>;
  /** Sets up a second factor without asking for its first code, as the demo company needs it. */
  addSecondFactor(tx: Transaction, userId: number, method: NewTfaMethod): Promise<void>;
  startJobs(): void;
  close(): Promise<void>;
}

export function createSessionFeature(deps: SessionFeatureDeps): SessionFeature {
  const { database, clock, secrets, publicUrl, logger: log, hasher = createPasswordHasher() } = deps;
  const outbox = new Outbox({ ...deps, log });
  const accessTokens = new AccessTokens({ database, clock, secrets });
  const endings = new SessionEndings({ clock, accessTokens });
  const refreshTokens = new RefreshTokens({ database, clock, secrets, accessTokens, endings });
  const signIns = new SignIns({ clock, accessTokens, refreshTokens, endings });
  const throttles = new Throttles({ database, clock, secrets });
  const factors = new SecondFactors({ clock, secrets, outbox });
  const challenges = new TfaChallenges({ database, clock, factors, throttles, signIns });
  const ownPassword = new OwnPassword({ database, hasher, throttles });
  const changes = new PasswordChanges({ database, clock, hasher, throttles, ownPassword, endings, outbox });
  const resets = new PasswordResets({ database, clock, log, outbox, hasher, changes, publicUrl });
  const providerSignIn = new ProviderSignIn({
    database,
    clock,
    challenges,
    providers: providersOf(deps),
    isOwnRedirect: deps.isOwnRedirect ?? ((address) => address === `${publicUrl}/login`),
  });
  const proofs = new StepUpProofs({ clock, secrets });
  const emails = new EmailChanges({ database, clock, secrets, outbox, endings, resets, publicUrl });
  const cleanup = createSessionCleanup({ database, clock, log });
  const jobs = [outbox, resets, cleanup];

  return {
    handlers: sessionHandlers({
      passwordSignIn: new PasswordSignIn({ database, hasher, throttles, challenges }),
      providerSignIn,
      refreshTokens,
      challenges,
      tfaSettings: new TfaSettingsService({ database, clock, factors, throttles, outbox }),
      resets,
      changes,
      links: new LoginLinks({ database, clock, signIns, publicUrl }),
      sessions: new SessionService({ database, clock, endings }),
      stepUps: new StepUps({ database, proofs, ownPassword, challenges, providerSignIn }),
      emails,
    }),
    authenticator: accessTokens,
    stepUps: proofs,
    emails,
    accounts: new AccountService({ database, clock, endings, accessTokens }),
    outbox,
    onSessionsEnded: (listener) => endings.onEnded(listener),
    publicProviders: () => providerSignIn.publicProviders(),
    hashPassword: (password) => hasher.hash(password),
    addSecondFactor: (tx, userId, method) => factors.add(tx, userId, method),
    startJobs() {
      for (const job of jobs) job.start();
    },
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
      deps.mailer?.close();
    },
  };
}

function providersOf(deps: SessionFeatureDeps): Readonly<Record<ProviderName, IdentityProvider | undefined>> {
  const { clock, logger: log } = deps;
  const create = (name: ProviderName): IdentityProvider | undefined => {
    const settings = deps[name];
    return settings && new IdentityProvider({ name, settings, clock, log });
  };
  return { google: create("google"), microsoft: create("microsoft") };
}
