/** A demo user, signed in over the REST service. */
export interface SignedIn {
  readonly token: string;
  /** What every request of theirs carries. */
  readonly headers: Readonly<Record<"x-app-key" | "content-type" | "authorization", string>>;
}

const PASSWORD = "offhook-demo";

export async function signInOverRest(url: string, username = "maya@harborlight.example"): Promise<SignedIn> {
  const { appKey } = (await (await fetch(`${url}/config.json`)).json()) as { appKey: string };
  const headers = { "x-app-key": appKey, "content-type": "application/json" };
  const body = JSON.stringify({ username, passhash: PASSWORD, rrt: true });
  const answer = await fetch(`${url}/api/login`, { method: "POST", headers, body });
  const { result } = (await answer.json()) as { result: { token: string } };
  return { token: result.token, headers: { ...headers, authorization: `Bearer ${result.token}` } };
}
