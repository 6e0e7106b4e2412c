import type { Flow } from "@offhook/sip";

export interface FlowTarget {
  readonly transport: "UDP" | "TCP" | "TLS";
  readonly host: string;
  readonly port: number;
}

/** Opens ways to carriers. Names are resolved here; rejects when nothing answers. */
export interface FlowOpener {
  open(target: FlowTarget): Promise<Flow>;
}
