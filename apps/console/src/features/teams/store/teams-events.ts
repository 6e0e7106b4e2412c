import type { ChatData } from "@offhook/contract";

export interface TeamsEvents {
  /** Somebody else has said something, just now. */
  readonly arrived: { readonly topic: string; readonly data: ChatData };
  /** A topic was taken away: deleted, or the user is no member any more. */
  readonly gone: { readonly topic: string; readonly name: string };
  /** Something the user has to be told. */
  readonly notice: string;
  /** Somebody asks for more rights in a topic the user may approve. */
  readonly accessRequested: { readonly topic: string; readonly user: string };
}
