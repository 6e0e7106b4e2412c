import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { listenOnLoopback } from "../loopback-server.ts";

/** What a browser hands to its application server. */
interface SimulatedSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What came, as the browser would read it. */
interface ReceivedPush {
  readonly endpoint: string;
  readonly payload: unknown;
  readonly ttlSeconds: number;
  readonly urgency: string;
  /** The server that signed it, and its key. */
  readonly subject: string;
  readonly publicKey: string;
}

export interface RunningPushService {
  readonly origin: string;
  readonly received: readonly ReceivedPush[];
  /** Whatever was refused, and why. */
  readonly refusals: readonly string[];
  /** How the next requests are answered; 201 unless told. */
  status: number;
  subscribe(): SimulatedSubscription;
  stop(): Promise<void>;
}

interface Browser {
  readonly keys: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
}

/** A push service on this machine that is stricter than real ones: it checks the signature and reads what it carries. */
export async function startPushService(): Promise<RunningPushService> {
  const browsers = new Map<string, Browser>();
  const received: ReceivedPush[] = [];
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    void answer(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => {
        refusals.push(String(error));
        response.writeHead(400).end();
      },
    );
  });
  const answer = async (request: IncomingMessage): Promise<number> => {
    const body = await buffer(request);
    if (service.status !== 201) return service.status;
    const endpoint = `${service.origin}${request.url ?? ""}`;
    const browser = browsers.get(endpoint);
    if (!browser) return 404;
    const signed = await checkSignature(request, service.origin);
    if (request.headers["content-encoding"] !== "aes128gcm")
      throw new Error("Not encrypted as RFC 8188 says");
    received.push({
      endpoint,
      payload: JSON.parse(decrypt(body, browser).toString()),
      ttlSeconds: Number(request.headers.ttl),
      urgency: String(request.headers.urgency ?? ""),
      ...signed,
    });
    return 201;
  };
  const port = await listenOnLoopback(server);
  const service: RunningPushService = {
    origin: `http://127.0.0.1:${port}`,
    received,
    refusals,
    status: 201,
    subscribe() {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${service.origin}/push/${randomUUID()}`;
      browsers.set(endpoint, { keys, auth });
      return {
        endpoint,
        keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
      };
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return service;
}

/** RFC 8292: `vapid t=<JWT>, k=<public key>`, signed with that key, for this very service and not for long. */
async function checkSignature(request: IncomingMessage, origin: string) {
  const [, token = "", publicKey = ""] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(request.headers.authorization ?? "") ?? [];
  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== 65) throw new Error("No key of the application server");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const { payload } = await jwtVerify(token, key, { audience: origin, algorithms: ["ES256"] });
  const lifetime = (payload.exp ?? 0) * 1_000 - Date.now();
  if (lifetime > 86_400_000 + 60_000) throw new Error("Signed for longer than a day");
  return { subject: payload.sub ?? "", publicKey };
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** RFC 8291 and 8188, as the browser does it. */
function decrypt(body: Buffer, { keys, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const shared = keys.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender, Buffer.from([1])]);
  const secret = hmac(hmac(auth, shared), info);
  const expand = (label: string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${label}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", expand("aes128gcm", 16), expand("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a two and zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}
