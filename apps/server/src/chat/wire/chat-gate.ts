import type { ChatSession } from "@offhook/chat";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { RateLimiter } from "../../http/guards/rate-limiter.ts";
import { addressKey } from "../../platform/network.ts";

/** Of one address at once. Many people may sit behind one, but few of them sign in at the same moment. */
const MAX_STRANGERS = 500;
const MAX_CONNECTIONS = 4_000;
/** What may be said before somebody has signed in: a greeting, an account, a few tries. */
const MAX_STRANGER_FRAMES = 40;
const SIGN_IN_WITHIN_MS = 60_000;
/** For a user who waits for a code to arrive in the mailbox. */
const CONFIRM_WITHIN_MS = 15 * 60_000;
/** What one user may say on all connections together, however fast they are. */
const BURST = 2_000;
const FRAMES_PER_SECOND = 400;
/** As websockets number it. */
const POLICY_VIOLATION = 1008;

export interface ChatGateDeps {
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** Connections a minute and address; 0 switches the limit off. */
  readonly ratePerMinute: number;
}

interface Address {
  connections: number;
  strangers: number;
}

interface Bucket {
  left: number;
  at: number;
}

/** What a connection may do next: go on, wait for so long, or nothing any more. */
export type GateAnswer = "go" | "end" | { readonly waitMs: number };

/** Limits connections, the time without signing in, and frames, so that nobody slows the others down. */
export class ChatGate {
  readonly #deps: ChatGateDeps;
  readonly #addresses = new Map<string, Address>();
  readonly #buckets = new Map<string, Bucket>();

  constructor(deps: ChatGateDeps) {
    this.#deps = deps;
  }

  /** Undefined where there are too many already. Whoever gets a pass gives it back. */
  enter(address: string): ChatPass | undefined {
    const { limiter, ratePerMinute } = this.#deps;
    const name = addressKey(address);
    if (ratePerMinute > 0 && limiter.hit(`chat ${name}`, ratePerMinute) > 0) return undefined;
    const counts = this.#addresses.get(name) ?? { connections: 0, strangers: 0 };
    if (counts.connections >= MAX_CONNECTIONS || counts.strangers >= MAX_STRANGERS) return undefined;
    this.#addresses.set(name, counts);
    return new ChatPass({
      clock: this.#deps.clock,
      counts,
      spend: (user) => this.#spend(user),
      onGone: () => {
        if (counts.connections === 0) this.#addresses.delete(name);
      },
    });
  }

  #spend(user: string): GateAnswer {
    const now = this.#deps.clock.now();
    const bucket = this.#buckets.get(user) ?? { left: BURST, at: now };
    bucket.left = Math.min(BURST, bucket.left + ((now - bucket.at) / 1000) * FRAMES_PER_SECOND);
    bucket.at = now;
    this.#buckets.set(user, bucket);
    if (bucket.left < 1) return { waitMs: Math.ceil(((1 - bucket.left) / FRAMES_PER_SECOND) * 1000) };
    bucket.left -= 1;
    if (this.#buckets.size > MAX_CONNECTIONS) this.#forgetFull(now);
    return "go";
  }

  /** A user who has been silent for long has a full bucket, as a new one has. */
  #forgetFull(now: number): void {
    for (const [user, { at }] of this.#buckets)
      if (now - at > (BURST / FRAMES_PER_SECOND) * 1000) this.#buckets.delete(user);
  }
}

interface PassDeps {
  readonly clock: Clock;
  readonly counts: Address;
  readonly spend: (user: string) => GateAnswer;
  readonly onGone: () => void;
}

/** One connection's place. */
export class ChatPass {
  readonly #deps: PassDeps;
  #isStranger = true;
  #strangerFrames = 0;
  #cancelDeadline: CancelTimer | undefined;

  constructor(deps: PassDeps) {
    this.#deps = deps;
    deps.counts.connections += 1;
    deps.counts.strangers += 1;
  }

  /** A client that has not signed in by then is disconnected. */
  watch(session: ChatSession): void {
    const { clock } = this.#deps;
    const openedAt = clock.now();
    const look = (): void => {
      if (session.user || session.isClosed) return;
      if (session.isConfirming && clock.now() - openedAt < CONFIRM_WITHIN_MS)
        this.#cancelDeadline = clock.schedule(SIGN_IN_WITHIN_MS, look);
      else session.close(POLICY_VIOLATION);
    };
    this.#cancelDeadline = clock.schedule(SIGN_IN_WITHIN_MS, look);
  }

  /** For every frame. */
  ask({ user }: ChatSession): GateAnswer {
    if (user) {
      this.#noteSignedIn();
      return this.#deps.spend(user.id);
    }
    this.#strangerFrames += 1;
    return this.#strangerFrames <= MAX_STRANGER_FRAMES ? "go" : "end";
  }

  giveBack(): void {
    this.#cancelDeadline?.();
    this.#noteSignedIn();
    this.#deps.counts.connections -= 1;
    this.#deps.onGone();
  }

  #noteSignedIn(): void {
    if (!this.#isStranger) return;
    this.#isStranger = false;
    this.#deps.counts.strangers -= 1;
  }
}
