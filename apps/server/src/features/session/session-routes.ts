import type { sessionApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { EmailChanges } from "./email/email-changes.ts";
import type { LoginLinks } from "./links/login-links.ts";
import type { PasswordChanges } from "./password/password-changes.ts";
import type { PasswordResets } from "./password/password-resets.ts";
import type { PasswordSignIn } from "./password/password-sign-in.ts";
import type { ProviderSignIn } from "./providers/provider-sign-in.ts";
import type { SessionService } from "./session-service.ts";
import type { StepUps } from "./step-up/step-ups.ts";
import type { RefreshTokens } from "./tokens/refresh-tokens.ts";
import type { TfaChallenges } from "./two-factor/tfa-challenges.ts";
import type { TfaSettingsService } from "./two-factor/tfa-settings-service.ts";

export type SessionHandlers = Handlers<typeof sessionApi>;

export interface SessionHandlersDeps {
  readonly passwordSignIn: PasswordSignIn;
  readonly providerSignIn: ProviderSignIn;
  readonly refreshTokens: RefreshTokens;
  readonly challenges: TfaChallenges;
  readonly tfaSettings: TfaSettingsService;
  readonly resets: PasswordResets;
  readonly changes: PasswordChanges;
  readonly links: LoginLinks;
  readonly sessions: SessionService;
  readonly stepUps: StepUps;
  readonly emails: EmailChanges;
}

export function sessionHandlers(deps: SessionHandlersDeps): SessionHandlers {
  return {
    ...signInHandlers(deps),
    ...passwordHandlers(deps),
    ...deviceHandlers(deps),
    ...tfaHandlers(deps),
    ...proofHandlers(deps),
  };
}

function signInHandlers(
  deps: SessionHandlersDeps,
): Pick<
  SessionHandlers,
  "login" | "refreshToken" | "tfaSend" | "tfaCheck" | "googleLogin" | "microsoftLogin" | "useLoginToken"
> {
  const { passwordSignIn, providerSignIn, refreshTokens, challenges, links } = deps;
  return {
    login: ({ body, caller }) => passwordSignIn.signIn(body, caller),
    refreshToken: ({ body, caller }) => refreshTokens.refresh(body.refreshToken, caller),
    tfaSend: ({ body }) => challenges.send(body.tfa_token, body.type),
    tfaCheck: ({ body, caller }) => challenges.check(body.tfa_token, body.type, body.code, caller),
    googleLogin: ({ body, caller }) => providerSignIn.signIn("google", body, caller),
    microsoftLogin: ({ body, caller }) => providerSignIn.signIn("microsoft", body, caller),
    useLoginToken: ({ params, body, caller }) => links.use(params.id, body?.device ?? null, caller),
  };
}

function passwordHandlers({
  resets,
  changes,
}: SessionHandlersDeps): Pick<
  SessionHandlers,
  "forgotPassword" | "forgetCredentials" | "resetPassword" | "changePassword"
> {
  return {
    async forgotPassword({ body }) {
      await resets.request(body.email);
      return {};
    },
    async forgetCredentials({ query }) {
      await resets.request(query.email);
      return {};
    },
    async resetPassword({ body }) {
      await resets.reset(body.token, body.password);
      return {};
    },
    async changePassword({ actor, body }) {
      await changes.change(actor, body.current, body.password);
      return {};
    },
  };
}

function deviceHandlers({
  links,
  sessions,
}: SessionHandlersDeps): Pick<
  SessionHandlers,
  "createLoginToken" | "logout" | "listSessions" | "endOtherSessions" | "endSession"
> {
  return {
    createLoginToken: ({ actor }) => links.create(actor),
    async logout({ actor }) {
      await sessions.signOut(actor);
      return {};
    },
    listSessions: ({ actor }) => sessions.list(actor),
    endOtherSessions: async ({ actor }) => ({ signed_out: await sessions.endOthers(actor) }),
    endSession: async ({ actor, params }) => ({ signed_out: await sessions.end(actor, params.id) }),
  };
}

function tfaHandlers({
  tfaSettings,
}: SessionHandlersDeps): Pick<
  SessionHandlers,
  "getTfaSettings" | "enrollTfa" | "confirmTfa" | "removeTfa" | "renewRecoveryCodes"
> {
  return {
    getTfaSettings: ({ actor }) => tfaSettings.get(actor),
    enrollTfa: ({ actor, body }) => tfaSettings.enroll(actor, body.type, body.value),
    confirmTfa: ({ actor, body }) => tfaSettings.confirm(actor, body.enrollment, body.code),
    removeTfa: ({ actor, query }) => tfaSettings.remove(actor, query.type),
    renewRecoveryCodes: ({ actor }) => tfaSettings.renewRecoveryCodes(actor),
  };
}

function proofHandlers({
  stepUps,
  emails,
}: SessionHandlersDeps): Pick<SessionHandlers, "beginStepUp" | "checkStepUp" | "confirmEmail" | "undoEmail"> {
  return {
    beginStepUp: ({ actor }) => stepUps.begin(actor),
    checkStepUp: ({ actor, body }) => stepUps.check(actor, body),
    confirmEmail: ({ body }) => emails.confirm(body.token),
    undoEmail: ({ body }) => emails.undo(body.token),
  };
}
