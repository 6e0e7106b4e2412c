import { timingSafeEqual } from "node:crypto";
import type { StepUpProof } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Actor } from "../../../platform/actor.ts";
import { hashWithKey, type Secrets } from "../../../platform/secrets/secrets.ts";
import type { StepUpCheck } from "../../../platform/step-up.ts";

/** Long enough to set up a second factor, short enough for a screen that was left unlocked. */
const PROOF_SECONDS = 300;

const PROOF = /^(\d{1,12})\.([\w-]{43})$/;

/**
 * A proof is a time and a signature over it, the user and the session. It is not kept with the session: whoever has
 * copied the access token has not got the proof, also while it is fresh.
 */
export class StepUpProofs implements StepUpCheck {
  readonly #clock: Clock;
  readonly #key: Uint8Array;

  constructor(deps: { readonly clock: Clock; readonly secrets: Secrets }) {
    this.#clock = deps.clock;
    this.#key = deps.secrets.key("step-up");
  }

  issue(actor: Actor): StepUpProof {
    const until = String(Math.floor(this.#clock.now() / 1000) + PROOF_SECONDS);
    return { proof: `${until}.${this.#sign(actor, until).toString("base64url")}`, expires_in: PROOF_SECONDS };
  }

  isProved(actor: Actor, proof: string): boolean {
    const [, until = "", signature = ""] = PROOF.exec(proof) ?? [];
    if (until === "" || Number(until) * 1000 <= this.#clock.now()) return false;
    return timingSafeEqual(Buffer.from(signature, "base64url"), this.#sign(actor, until));
  }

  #sign({ userId, sessionId }: Actor, until: string): Buffer {
    return hashWithKey(this.#key, String(userId), sessionId, until);
  }
}
