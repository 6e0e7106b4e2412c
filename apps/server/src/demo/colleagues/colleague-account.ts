import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { DEMO_PASSWORD } from "../demo-people.ts";

/** Sends a request to the server, as if it had come over the network. */
export type Inject = (request: InjectOptions) => Promise<LightMyRequestResponse>;

interface Reply<Result> {
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result: Result;
}

/** The same with every start, so that there is one entry in the list of signed-in devices. */
const DEVICE = { id: "demo-desk-phone", name: "Simulated desk phone" };

/** A colleague's own account: every act of theirs is a request that any client could send. */
export class ColleagueAccount {
  readonly #inject: Inject;
  readonly #username: string;
  #headers: Record<string, string> | undefined;

  constructor(inject: Inject, username: string) {
    this.#inject = inject;
    this.#username = username;
  }

  async call<Result>(method: "GET" | "POST" | "PUT", path: string, payload?: object): Promise<Result> {
    const wasSignedIn = this.#headers !== undefined;
    const { status, reply } = await this.#send<Result>(method, path, payload);
    if (status === 401 && wasSignedIn) {
      this.#headers = undefined;
      return this.call(method, path, payload);
    }
    if (reply.error) throw new Error(`${method} ${path}: ${reply.error.message}`);
    return reply.result;
  }

  async signOut(): Promise<void> {
    if (!this.#headers) return;
    await this.#send("POST", "/logout");
    this.#headers = undefined;
  }

  async #send<Result>(
    method: "GET" | "POST" | "PUT",
    path: string,
    payload?: object,
  ): Promise<{ status: number; reply: Reply<Result> }> {
    this.#headers ??= await this.#signIn();
    const response = await this.#inject({
      method,
      url: `/api${path}`,
      headers: this.#headers,
      ...(payload && { payload }),
    });
    return { status: response.statusCode, reply: response.json<Reply<Result>>() };
  }

  async #signIn(): Promise<Record<string, string>> {
    const { appKey } = (await this.#inject({ url: "/config.json" })).json<{ appKey: string }>();
    const headers = { "x-app-key": appKey };
    const payload = { username: this.#username, passhash: DEMO_PASSWORD, device: DEVICE };
    const response = await this.#inject({ method: "POST", url: "/api/login", headers, payload });
    const { error, result } = response.json<Reply<{ token: string }>>();
    if (error) throw new Error(`${this.#username} cannot sign in: ${error.message}`);
    return { ...headers, authorization: `Bearer ${result.token}` };
  }
}
