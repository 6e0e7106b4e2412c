import type { APIRequestContext } from "@playwright/test";
import type { SipSettings } from "./jssip-phone.ts";

const DEMO_PASSWORD = "offhook-demo";

export interface SignedIn {
  readonly sip: SipSettings;
  call<Result>(method: string, path: string, body?: unknown): Promise<Result>;
}

/** Signs a user of the demo in over REST, as any client could, and fetches how to register. */
export async function signInForCalls(
  request: APIRequestContext,
  serverUrl: string,
  username: string,
): Promise<SignedIn> {
  const { appKey } = await (await request.get(`${serverUrl}/config.json`)).json();
  const headers: Record<string, string> = { "x-app-key": appKey };
  async function call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const response = await request.fetch(`${serverUrl}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { data: body }),
    });
    const { error, result } = await response.json();
    if (error) throw new Error(`${method} ${path}: ${error.message}`);
    return result as Result;
  }
  const { token } = await call<{ token: string }>("POST", "/login", {
    username,
    passhash: DEMO_PASSWORD,
    rrt: true,
  });
  headers.authorization = `Bearer ${token}`;
  const { sip } = await call<{ sip: SipSettings | null }>("GET", "/myProfile");
  if (!sip) throw new Error(`${username} has no phone line`);
  return { sip, call };
}
