import { createECDH } from "node:crypto";
import { lookup } from "node:dns";
import { type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import webPush from "web-push";
import { AddressSet } from "../../platform/network.ts";

export interface PushServiceClientDeps {
  /** 32 secret bytes of this installation; the key pair follows from them. */
  readonly key: Uint8Array;
  /** Whom a push service may ask about us: an address of https or mailto. */
  readonly subject: string;
  /** Push services in private networks and without TLS, for trying it out. */
  readonly isLocalAllowed: boolean;
}

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushDelivery {
  readonly payload: string;
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
}

/** What became of it: gone means that the browser wants nothing any more. */
export type PushOutcome = "delivered" | "gone" | "refused" | "failed";

const TIMEOUT_MS = 10_000;
/** Nobody outside may make the server knock at what only it can reach. */
const PRIVATE = new AddressSet([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"],
  ...["::/128", "::1/128", "64:ff9b::/96", "fc00::/7", "fe80::/10", "ff00::/8"],
]);

/** Speaks to browsers' push services: encrypted for the browser (RFC 8291), signed as ours (RFC 8292). */
export class PushServiceClient {
  /** What browsers subscribe with. */
  readonly publicKey: string;
  readonly #deps: PushServiceClientDeps;
  readonly #privateKey: string;

  constructor(deps: PushServiceClientDeps) {
    this.#deps = deps;
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(Buffer.from(deps.key));
    this.publicKey = pair.getPublicKey("base64url");
    this.#privateKey = Buffer.from(deps.key).toString("base64url");
  }

  /** Whether such an address may be sent to at all; names are looked at again when they are resolved. */
  isAllowed(endpoint: string): boolean {
    const { isLocalAllowed } = this.#deps;
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (url?.username !== "" || url.password !== "") return false;
    if (isLocalAllowed) return url.protocol === "https:" || url.protocol === "http:";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isPublic = isIP(host) === 0 ? host.includes(".") : !PRIVATE.has(host);
    return url.protocol === "https:" && isPublic;
  }

  async send({ endpoint, p256dh, auth }: PushTarget, delivery: PushDelivery): Promise<PushOutcome> {
    if (!this.isAllowed(endpoint)) return "refused";
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        delivery.payload,
        {
          TTL: delivery.ttlSeconds,
          urgency: delivery.isUrgent ? "high" : "normal",
          vapidDetails: {
            subject: this.#deps.subject,
            publicKey: this.publicKey,
            privateKey: this.#privateKey,
          },
        },
      );
      return outcomeOf(await this.#post(endpoint, { ...headers }, body));
    } catch (error) {
      // Keys that no browser has made cannot be encrypted for.
      return error instanceof Error && "code" in error ? "failed" : "refused";
    }
  }

  #post(endpoint: string, headers: Record<string, string>, body: Buffer | null): Promise<number> {
    const url = new URL(endpoint);
    const options: RequestOptions = {
      method: "POST",
      headers,
      timeout: TIMEOUT_MS,
      ...(this.#deps.isLocalAllowed ? {} : { lookup: lookupPublic }),
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === "http:" ? requestPlain : requestSecure)(url, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on("timeout", () =>
        request.destroy(Object.assign(new Error("No answer"), { code: "ETIMEDOUT" })),
      );
      request.on("error", reject);
      request.end(body ?? undefined);
    });
  }
}

/** Looked at when the connection is made: a name that was public a moment ago may lead inside now. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => !PRIVATE.has(address));
    if (error || !found)
      callback(error ?? Object.assign(new Error("Not a public address"), { code: "EACCES" }), "", 0);
    else if (options.all) callback(null, [found]);
    else callback(null, found.address, found.family);
  });
};

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "delivered";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "failed" : "refused";
}
