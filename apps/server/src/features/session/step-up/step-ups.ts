import type { StepUpChoice, StepUpProof, StepUpRequest } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { lockAccount } from "../accounts/account-repository.ts";
import type { OwnPassword } from "../password/own-password.ts";
import type { ProviderSignIn } from "../providers/provider-sign-in.ts";
import { sessionGone } from "../session-errors.ts";
import type { TfaChallenges } from "../two-factor/tfa-challenges.ts";
import type { StepUpProofs } from "./step-up-proofs.ts";

export interface StepUpsDeps {
  readonly database: Database;
  readonly proofs: StepUpProofs;
  readonly ownPassword: OwnPassword;
  readonly challenges: TfaChallenges;
  readonly providerSignIn: ProviderSignIn;
}

/** How a signed-in user confirms that it is them, before a change that could take the account away from them. */
export class StepUps {
  readonly #deps: StepUpsDeps;

  constructor(deps: StepUpsDeps) {
    this.#deps = deps;
  }

  begin(actor: Actor): Promise<StepUpChoice> {
    const { challenges, database, providerSignIn } = this.#deps;
    return database.transaction(async (tx) => {
      const account = await lockAccount(tx.query, actor.userId);
      if (!account) throw sessionGone();
      return {
        password: account.passwordHash !== null,
        tfa: await challenges.beginProof(tx, account, actor),
        providers: [...(await providerSignIn.linkedTo(tx, actor.userId))],
      };
    });
  }

  async check(actor: Actor, request: StepUpRequest): Promise<StepUpProof> {
    const { challenges, database, ownPassword, proofs, providerSignIn } = this.#deps;
    if ("password" in request) {
      await ownPassword.require(actor, request.password);
      await database.transaction((tx) => ownPassword.forgive(tx, actor));
    } else if ("tfa_token" in request) {
      await challenges.prove(actor, request.tfa_token, request.type, request.code);
    } else {
      await providerSignIn.prove(request.provider, request, actor);
    }
    return proofs.issue(actor);
  }
}
