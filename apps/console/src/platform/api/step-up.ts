import type { StepUpProof } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";

/** Asks the user to confirm that it is them. Undefined when they would rather not. */
export type StepUpAsker = () => Promise<StepUpProof | undefined>;

interface FreshProof {
  readonly text: string;
  readonly until: number;
  /** The sign-in it belongs to. */
  readonly epoch: number;
}

/** So that a proof does not expire on its way. */
const MARGIN_MS = 5_000;

/**
 * The proof that the user of this tab has confirmed lately that it is them. It lives in memory alone: what a thief finds
 * in the storage of the browser does not change how the account is opened.
 */
export class StepUp {
  readonly #clock: Clock;
  #proof: FreshProof | undefined;
  #asker: StepUpAsker | undefined;
  #asking: Promise<string | undefined> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The one dialog that asks; returns how to take it away. */
  answerWith(asker: StepUpAsker): () => void {
    this.#asker = asker;
    return () => {
      if (this.#asker === asker) this.#asker = undefined;
    };
  }

  proofOf(epoch: number): string | undefined {
    const proof = this.#proof;
    return proof?.epoch === epoch && proof.until > this.#clock.now() ? proof.text : undefined;
  }

  /** One question for all requests that wait. `refused` is the proof that did not do. */
  async prove(epoch: number, refused: string | undefined): Promise<string | undefined> {
    const known = this.proofOf(epoch);
    if (known !== undefined && known !== refused) return known;
    this.#asking ??= this.#ask(epoch).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(epoch: number): Promise<string | undefined> {
    const answer = await this.#asker?.();
    if (!answer) return undefined;
    const until = this.#clock.now() + answer.expires_in * 1000 - MARGIN_MS;
    this.#proof = { text: answer.proof, until, epoch };
    return answer.proof;
  }
}
