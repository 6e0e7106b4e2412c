export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/**
 * Where a plain RTP leg may take its packets from:
 * - `off`: only from the signaled address and port;
 * - `sameAddress`: any port of the signaled address, or of a trusted one (where the signaling came from);
 * - `any`: whoever speaks valid RTP first; for phones behind a router that the signaling does not show.
 */
export type Latching = "off" | "sameAddress" | "any";
