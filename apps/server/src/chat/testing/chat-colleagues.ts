import { APP_KEY, type TestApp } from "../../testing/test-app.ts";
import { PUBLIC_API_KEY } from "./tinode-client.ts";
import { WireClient } from "./wire-client.ts";

/** Somebody of the demo company, signed in to the product and to chat. */
export interface ChatColleague {
  readonly wire: WireClient;
  readonly accountId: number;
  /** The chat user. */
  readonly id: string;
  readonly accessToken: string;
  readonly chatToken: string;
  /** What a file of chat is asked for with. */
  readonly fileHeaders: Readonly<Record<string, string>>;
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Envelope }>;
}

interface Envelope {
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result: unknown;
}

/** `name` is the part of the address before the sign. */
export async function chatColleague(world: TestApp, origin: string, name: string): Promise<ChatColleague> {
  const { id: accountId } = await world.database.query
    .selectFrom("users")
    .select("id")
    .where("username", "=", `${name}@harborlight.example`)
    .executeTakeFirstOrThrow();
  const accessToken = await world.signIn(accountId);
  return colleagueOf(origin, accountId, accessToken);
}

/** The same with a session that is there already. */
export async function colleagueOf(
  origin: string,
  accountId: number,
  accessToken: string,
): Promise<ChatColleague> {
  const wire = await WireClient.open(origin);
  const { code, params } = await wire.ask("login", { scheme: "bearer", secret: bearerSecret(accessToken) });
  if (code !== 200) throw new Error(`The account ${accountId} was not let into chat: ${code}`);
  const chatToken = String(params?.token);
  return {
    wire,
    accountId,
    id: String(params?.user),
    accessToken,
    chatToken,
    fileHeaders: { "x-tinode-apikey": PUBLIC_API_KEY, "x-tinode-auth": `Token ${chatToken}` },
    async call(method, path, body) {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          "x-app-key": APP_KEY,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Envelope };
    },
  };
}

export function bearerSecret(accessToken: string): string {
  return Buffer.from(`${APP_KEY}:${accessToken}`).toString("base64");
}
