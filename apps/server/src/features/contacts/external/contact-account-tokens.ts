import type { ContactProvider } from "@offhook/contract";
import { z } from "zod";
import type { Sealer } from "../../../platform/secrets/secrets-sealing.ts";
import type { ProviderTokens } from "./provider-client.ts";

const Tokens = z.object({
  accessToken: z.string(),
  expiresAt: z.number(),
  refreshToken: z.string().optional(),
});

const contextOf = (userId: number, provider: ContactProvider): string =>
  `contact-account ${userId} ${provider}`;

/** Tokens are sealed for their row: a stolen copy of the database opens nobody's address book. */
export function sealTokens(
  sealer: Sealer,
  userId: number,
  provider: ContactProvider,
  { accessToken, expiresAt, refreshToken }: ProviderTokens,
): Buffer {
  return sealer.seal(contextOf(userId, provider), JSON.stringify({ accessToken, expiresAt, refreshToken }));
}

/** Undefined when they were sealed with another key. */
export function openTokens(
  sealer: Sealer,
  userId: number,
  provider: ContactProvider,
  sealed: Uint8Array,
): ProviderTokens | undefined {
  try {
    const { refreshToken, ...tokens } = Tokens.parse(
      JSON.parse(sealer.open(contextOf(userId, provider), sealed)),
    );
    return { ...tokens, refreshToken };
  } catch {
    return undefined;
  }
}
