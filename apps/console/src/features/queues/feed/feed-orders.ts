import type { AcdClientFrame, AcdServerFrame } from "@offhook/contract";

/** Who connects. */
export interface FeedLogin {
  readonly token: string;
  readonly customerId: number;
}

/** What the page asks of the worker that has the connection. */
export type FeedOrder =
  | ({ readonly type: "connect"; readonly url: string } & FeedLogin)
  | { readonly type: "send"; readonly frame: AcdClientFrame };

/** What the worker tells the page. */
export type FeedNews =
  | { readonly type: "received"; readonly frame: AcdServerFrame }
  | { readonly type: "closed" };
