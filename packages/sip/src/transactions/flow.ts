/**
 * A way to one peer that exists already: a UDP address pair, a TCP connection, a websocket. Requests go over the
 * flow a registration or a call came from and never by DNS, because a browser's Contact names no reachable host.
 */
export interface Flow {
  /** Unique among living flows. */
  readonly id: string;
  readonly transport: "UDP" | "TCP" | "TLS" | "WS" | "WSS";
  /** Our own end as peers should see it in a Via: a host (IPv6 in brackets) and a port. */
  readonly local: { readonly host: string; readonly port: number | undefined };
  readonly remote: { readonly address: string; readonly port: number };
  /** Sends one message. False when it could not even be tried, say because the connection is gone. */
  send(bytes: Uint8Array): boolean;
  /** UDP only: the same peer at another port, for one that does not know `rport` (RFC 3261 §18.2.2). */
  atPort?(port: number): Flow;
}

/** Whether the transport delivers or says that it cannot: nothing is then retransmitted by us. */
export const isReliable = (flow: Flow): boolean => flow.transport !== "UDP";
