import type { ChatInfo, ChatPres } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { ChatSession } from "../hub/chat-session.ts";
import type { LiveTopic } from "../topics/live-topic.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import { writeFrame } from "../wire/server-text.ts";

/** A client that comes back at once was never away. */
const GRACE_MS = 4_000;
/** A user who takes up one client after the other is told of once. */
const AGENT_AFTER_MS = 5_000;

/** A user who hides is not told either. */
const ABOUT_OTHERS: ReadonlySet<ChatPres["what"]> = new Set(["on", "off", "ua"]);

export interface MeReceivers {
  /** Clients that listen to this topic have heard it there. */
  readonly notIn?: LiveTopic | undefined;
  readonly except?: ChatSession | undefined;
}

interface PresenceDeps {
  readonly clock: Clock;
  readonly isHidden: (user: UserId) => boolean;
  /** The last client of a user has gone for good. */
  readonly onOffline: (user: UserId, userAgent: string) => void;
  /** A user who is there has taken up another client. */
  readonly onAgent: (user: UserId, userAgent: string) => void;
}

/** The users who are online: the clients that listen to `me`, and what they are told of the world. */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #sessions = new Map<UserId, Set<ChatSession>>();
  readonly #leaving = new Map<UserId, CancelTimer>();
  /** The client each user is known to use, and those about to be told. */
  readonly #agents = new Map<UserId, string>();
  readonly #changing = new Map<UserId, CancelTimer>();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  /** What others see of the user. */
  isOnline(user: UserId): boolean {
    return this.isThere(user) && !this.#deps.isHidden(user);
  }

  isThere(user: UserId): boolean {
    if (this.#leaving.has(user)) return true;
    for (const session of this.#sessions.get(user) ?? []) if (!session.isBackground) return true;
    return false;
  }

  /** The client the user is known to use. */
  agentOf(user: UserId): string | undefined {
    return this.#agents.get(user);
  }

  /** True when the user was not there before. */
  enter(user: UserId, session: ChatSession): boolean {
    const wasThere = this.isThere(user);
    const sessions = this.#sessions.get(user) ?? new Set();
    this.#sessions.set(user, sessions.add(session));
    if (session.isBackground) return false;
    this.#leaving.get(user)?.();
    this.#leaving.delete(user);
    if (wasThere) this.#noteAgent(user, session.userAgent);
    else this.#agents.set(user, session.userAgent);
    return !wasThere;
  }

  leave(user: UserId, session: ChatSession): void {
    const sessions = this.#sessions.get(user);
    const wasThere = this.isThere(user);
    if (!sessions?.delete(session)) return;
    if (sessions.size === 0) this.#sessions.delete(user);
    if (!wasThere || this.isThere(user)) return;
    const { clock, onOffline } = this.#deps;
    const cancel = clock.schedule(GRACE_MS, () => {
      this.#leaving.delete(user);
      this.#agents.delete(user);
      onOffline(user, session.userAgent);
    });
    this.#leaving.set(user, cancel);
  }

  tell(user: UserId, pres: Omit<ChatPres, "topic">, to: MeReceivers = {}): void {
    if (ABOUT_OTHERS.has(pres.what) && this.#deps.isHidden(user)) return;
    this.#send(user, () => writeFrame({ pres: { topic: "me", ...pres } }), to);
  }

  inform(user: UserId, info: Omit<ChatInfo, "topic">, to: MeReceivers = {}): void {
    this.#send(user, () => writeFrame({ info: { topic: "me", ...info } }), to);
  }

  sessionsOf(user: UserId): readonly ChatSession[] {
    return [...(this.#sessions.get(user) ?? [])];
  }

  stop(): void {
    for (const cancel of [...this.#leaving.values(), ...this.#changing.values()]) cancel();
    this.#leaving.clear();
    this.#changing.clear();
  }

  #noteAgent(user: UserId, userAgent: string): void {
    this.#changing.get(user)?.();
    this.#changing.delete(user);
    if (this.#agents.get(user) === userAgent) return;
    const { clock, onAgent } = this.#deps;
    const cancel = clock.schedule(AGENT_AFTER_MS, () => {
      this.#changing.delete(user);
      if (!this.isThere(user)) return;
      this.#agents.set(user, userAgent);
      onAgent(user, userAgent);
    });
    this.#changing.set(user, cancel);
  }

  #send(user: UserId, write: () => string, { notIn, except }: MeReceivers): void {
    let text: string | undefined;
    for (const session of this.#sessions.get(user) ?? []) {
      if (session === except || notIn?.attached.has(session)) continue;
      text ??= write();
      session.sendText(text);
    }
  }
}
