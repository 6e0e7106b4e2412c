import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { IdentityProviderSettings } from "../providers/identity-provider.ts";

export interface Forgery {
  readonly email?: string;
  /** Replaces claims of an id token that is otherwise right. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with another key than the one it publishes. */
  readonly isForeignKey?: boolean;
}

export interface ForgingProvider {
  readonly server: Server;
  readonly settings: IdentityProviderSettings;
  readonly grant: { readonly code: string; readonly code_verifier: string; readonly nonce: string };
}

/** A provider that trades any code for an id token of the test's choice. */
export async function startForgingProvider({
  email,
  claims,
  isForeignKey,
}: Forgery): Promise<ForgingProvider> {
  const [published, foreign] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const keys = [{ ...(await exportJWK(published.publicKey)), kid: "key", alg: "RS256", use: "sig" }];
  const settings = { issuer: "", clientId: "offhook", clientSecret: "secret" };
  const grant = { code: "code", code_verifier: "v".repeat(43), nonce: "the right nonce" };
  const idToken = (): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: settings.issuer,
      aud: settings.clientId,
      sub: "1",
      nonce: grant.nonce,
      iat: now,
      exp: now + 60,
    };
    return new SignJWT({ ...right, email, email_verified: true, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "key" })
      .sign((isForeignKey ? foreign : published).privateKey);
  };
  const answerTo = async (path: string | undefined): Promise<object> => {
    const { issuer } = settings;
    if (path === "/jwks") return { keys };
    if (path === "/token") return { access_token: "token", token_type: "Bearer", id_token: await idToken() };
    const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/token` };
    return {
      issuer,
      ...endpoints,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ["RS256"],
    };
  };
  const server = createServer((request, response) => {
    void answerTo(request.url).then((answer) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  settings.issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return { server, settings, grant };
}
