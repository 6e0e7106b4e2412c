import { isIP } from "node:net";
import { z } from "zod";

/** How phones, carriers and audio reach the server. */
export interface TelephonyConfig {
  /** Realm of phones' passwords, and the host in SIP addresses. */
  readonly domain: string;
  /** Address for SIP over UDP and TCP. */
  readonly sipHost: string;
  /** Undefined: no desk phones and no carriers over it. */
  readonly udpPort: number | undefined;
  readonly tcpPort: number | undefined;
  readonly sipAnnouncedAddress: string | undefined;
  readonly mediaBindAddress: string | undefined;
  readonly mediaAnnouncedAddresses: readonly string[];
  /** One UDP port for the audio of all browsers; undefined takes a free one for each call. */
  readonly webRtcPort: number | undefined;
  readonly rtpPorts: { readonly first: number; readonly last: number };
  /** How many phones may be in calls at the same time. */
  readonly maxLegs: number;
  /** Of them, those that only emergency calls may take. */
  readonly reservedLegs: number;
}

const Port = z
  .string()
  .trim()
  .refine((value) => /^\d+$/.test(value) && Number(value) <= 65_535, "must be a port number from 0 to 65535")
  .transform(Number);

const count = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
      `must be a number from ${least} to ${most}`,
    )
    .transform(Number);

const IpAddress = z
  .string()
  .trim()
  .refine((value) => isIP(value) !== 0, "must be an IP address");

const MIN_PORTS = 4;

const PortRange = z
  .string()
  .trim()
  .regex(/^\d{4,5}-\d{4,5}$/, "must be a range of ports such as 20000-29999")
  .transform((value) => {
    const [first = 0, last = 0] = value.split("-").map(Number);
    return { first: first + (first % 2), last };
  })
  .refine(
    ({ first, last }) => first >= 1024 && last <= 65_535 && last - first >= MIN_PORTS - 1,
    "must be a range of at least four ports from 1024 to 65535",
  );

/** The variables of the phone system, for the table of all of them. */
export const TELEPHONY_VARIABLES = {
  SIP_DOMAIN: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9.-]+$/, "must be a host name")
    .optional(),
  SIP_HOST: IpAddress.optional(),
  SIP_UDP_PORT: Port.optional(),
  SIP_TCP_PORT: Port.optional(),
  SIP_ANNOUNCED_ADDRESS: IpAddress.optional(),
  MEDIA_BIND_ADDRESS: IpAddress.optional(),
  MEDIA_ANNOUNCED_ADDRESS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""))
    .pipe(z.array(IpAddress))
    .default([]),
  MEDIA_WEBRTC_PORT: Port.optional(),
  MEDIA_PORT_RANGE: PortRange.default({ first: 20_000, last: 29_999 }),
  MEDIA_MAX_LEGS: count(20, 10_000).default(500),
  MEDIA_RESERVED_LEGS: count(0, 1_000).default(10),
} as const;

export type TelephonyValues = z.output<z.ZodObject<typeof TELEPHONY_VARIABLES>>;

export function telephonyConfig(
  values: TelephonyValues,
  { host, publicUrl }: { readonly host: string; readonly publicUrl: string },
): TelephonyConfig {
  // A server that only this machine can reach does not open its audio to the network either.
  const isPrivate = host === "localhost" || host.startsWith("127.");
  const isReached = values.MEDIA_ANNOUNCED_ADDRESS.length > 0;
  return {
    domain: values.SIP_DOMAIN ?? new URL(publicUrl).hostname.replace(/^\[|\]$/g, ""),
    sipHost: values.SIP_HOST ?? (isIP(host) === 0 ? "127.0.0.1" : host),
    udpPort: values.SIP_UDP_PORT,
    tcpPort: values.SIP_TCP_PORT,
    sipAnnouncedAddress: values.SIP_ANNOUNCED_ADDRESS,
    mediaBindAddress: values.MEDIA_BIND_ADDRESS ?? (isPrivate && !isReached ? "127.0.0.1" : undefined),
    mediaAnnouncedAddresses: values.MEDIA_ANNOUNCED_ADDRESS,
    webRtcPort: values.MEDIA_WEBRTC_PORT,
    rtpPorts: values.MEDIA_PORT_RANGE,
    maxLegs: values.MEDIA_MAX_LEGS,
    // Whatever is set, most of it is for everybody.
    reservedLegs: Math.min(values.MEDIA_RESERVED_LEGS, Math.floor(values.MEDIA_MAX_LEGS / 2)),
  };
}
