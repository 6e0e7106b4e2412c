import type { Actor } from "./actor.ts";

/** Turns an access token into the user it stands for. */
export interface Authenticator {
  /** The actor of a token seen before and still good, without waiting: the path nearly every request takes. */
  cached(token: string): Actor | undefined;
  /** Throws a DomainError with code 401 (refresh the token) or 433 (the session is gone). */
  verify(token: string): Promise<Actor>;
}
