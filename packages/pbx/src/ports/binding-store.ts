import type { EndpointId } from "../dialplan/company-config.ts";

/** A registration as plain data: what is needed to call the device again after a restart. */
export interface SavedBinding {
  readonly endpointId: EndpointId;
  readonly key: string;
  readonly deviceId: string;
  readonly username: string;
  /** Of the secret that was proved; another one means that the account has changed since. */
  readonly secretMark: string;
  /** A Contact as it is written. */
  readonly contact: string;
  readonly transport: "UDP" | "TCP";
  readonly address: string;
  readonly port: number;
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string | undefined;
  readonly registeredAt: number;
  readonly expiresAt: number;
}

/** Keeps registrations of desk phones over a restart. */
export interface BindingStore {
  /** Resolves when it is stored, or when that takes too long to let a phone wait for it; never rejects. */
  save(binding: SavedBinding): Promise<void>;
  /** Only its times have changed: written when it suits. */
  refresh(endpointId: EndpointId, key: string, describe: () => SavedBinding | undefined): void;
  remove(endpointId: EndpointId, key: string): void;
}
