import type { RefreshResult } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { AuthStorage } from "../storage/auth-storage.ts";
import { ApiFailure } from "./api-failure.ts";
import type { Grant } from "./api-transport.ts";

/** Runs `work` while no other tab runs work under the same name, and tells it whether it had to wait for one. */
export type Lock = <Result>(name: string, work: (hadToWait: boolean) => Promise<Result>) => Promise<Result>;

const LOCK_NAME = "offhook.refresh-token";
/** A browser hands the lock over faster than what another tab has stored under it: give that a moment to arrive. */
const PROPAGATION_MS = 500;
const STATUS = { unauthenticated: 401, tooMany: 429, internalError: 500 };

/** Web Locks exist on secure origins only; elsewhere the service's tolerance for a repeated refresh must do. */
export const browserLock: Lock = async (name, work) => {
  if (!("locks" in navigator)) return work(false);
  const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  );
  return atOnce ? atOnce.result : navigator.locks.request(name, () => work(true));
};

export interface TokenRefresherOptions {
  readonly auth: AuthStorage;
  readonly exchange: (refreshToken: string) => Promise<RefreshResult>;
  readonly lock: Lock;
  readonly clock: Clock;
  /** The refresh token was refused: the session of this grant is over. */
  readonly onRefused: (grant: Grant, why: ApiFailure) => void;
}

/**
 * Trades the refresh token for new tokens, once for all who wait: refresh tokens rotate, and the service takes a
 * second use of an old one for theft. So one refresh at a time in this tab, and in all tabs together.
 */
export class TokenRefresher {
  readonly #options: TokenRefresherOptions;
  #running: Promise<Grant> | undefined;

  constructor(options: TokenRefresherOptions) {
    this.#options = options;
  }

  async renew(refused: Grant): Promise<Grant> {
    const { auth } = this.#options;
    if (auth.epoch !== refused.epoch) throw new DOMException("Signed out", "AbortError");
    const { current } = auth;
    // Refused long ago and renewed since: the request was only slow to come back.
    if (current && current.token !== refused.token) return { ...refused, token: current.token };
    this.#running ??= this.#renewOnce(refused).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** By this tab, or by another while this one waits for the lock or holds it too early. */
  #renewOnce(refused: Grant): Promise<Grant> {
    const { auth, lock } = this.#options;
    return new Promise<Grant>((resolve, reject) => {
      const takeOver = (): boolean => {
        const token = auth.reread()?.token ?? refused.token;
        if (token === refused.token) return false;
        stopListening();
        resolve({ ...refused, token });
        return true;
      };
      const stopListening = auth.onForeignChange(takeOver);
      const work = async (hadToWait: boolean): Promise<void> => {
        if (hadToWait && !takeOver()) await this.#propagation();
        if (takeOver()) return;
        stopListening();
        resolve(await this.#exchange(refused));
        // The tab that asked for the tokens has them; the other tabs get the lock when they can know of them too.
        await this.#propagation();
      };
      lock(LOCK_NAME, work).catch((failure: unknown) => {
        stopListening();
        reject(failure);
      });
    });
  }

  async #exchange(refused: Grant): Promise<Grant> {
    const { auth, exchange, onRefused } = this.#options;
    const { current } = auth;
    if (!current || current.refreshToken === "") {
      const over = sessionOver();
      onRefused(refused, over);
      throw over;
    }
    try {
      const { token, refreshToken } = await exchange(current.refreshToken);
      // Signed out meanwhile: the new tokens are nobody's.
      if (auth.epoch === refused.epoch) auth.replaceTokens({ token, refreshToken });
      return { ...refused, token };
    } catch (failure) {
      if (isRefusal(failure)) onRefused(refused, failure);
      throw failure;
    }
  }

  #propagation(): Promise<void> {
    return new Promise((resolve) => this.#options.clock.schedule(PROPAGATION_MS, resolve));
  }
}

/** An outage is no reason to sign anyone out: the same refresh token still works when the service is back. */
function isRefusal(failure: unknown): failure is ApiFailure {
  if (!(failure instanceof ApiFailure) || failure.status === undefined) return false;
  return failure.status < STATUS.internalError && failure.status !== STATUS.tooMany;
}

function sessionOver(): ApiFailure {
  return new ApiFailure({ kind: "refused", status: STATUS.unauthenticated, error: null });
}
