import { resolve } from "node:path";
import { z } from "zod";
import {
  FAX_PROVIDER_VARIABLES,
  type FaxProviderConfig,
  faxProviderConfig,
  missingFaxVariable,
} from "./features/faxes/provider/fax-provider-config.ts";
import {
  CARRIER_VARIABLES,
  type CarrierConfig,
  carrierConfig,
  missingCarrierVariable,
} from "./features/messages/carriers/carrier-config.ts";
import { TELEPHONY_VARIABLES, type TelephonyConfig, telephonyConfig } from "./pbx/telephony-config.ts";
import { LOG_LEVELS } from "./platform/logging/logger.ts";
import { AddressSet } from "./platform/network.ts";
import {
  TRANSCRIPTION_VARIABLES,
  type TranscriptionConfig,
  transcriptionConfig,
} from "./platform/speech/transcription-config.ts";

/** The settings a server runs with; every one comes from an environment variable listed in docs/configuration.md. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where people reach the server, without a slash at the end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Where the system looks for programs. */
  readonly searchPath: string;
  readonly demo: "off" | "on" | "big";
  /** Whether colleagues are at work when a demo starts. */
  readonly demoColleagues: boolean;
  readonly databaseUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The address that gets the feedback of users; where it is not set, reports are only stored. */
  readonly supportAddress: string | undefined;
  readonly google: OidcClient | undefined;
  readonly microsoft: OidcClient | undefined;
  readonly appKey: string | undefined;
  readonly secretKey: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Origins besides the server's own that may call the REST service and the push websocket. */
  readonly allowedOrigins: readonly string[];
  /** Names besides its own that a demo answers to. */
  readonly allowedHosts: readonly string[];
  readonly metricsToken: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Requests a minute, per address and group of routes; 0 switches every limit off. */
  readonly ratePerMinute: number;
  /** Compare every result with its schema before it is sent. */
  readonly checkResults: boolean;
  /** Push services of browsers may be in a private network and without TLS. */
  readonly isWebPushLocal: boolean;
  readonly telephony: TelephonyConfig;
  /** The carriers of texts; without any they wait. */
  readonly textCarriers: CarrierConfig;
  /** The provider of faxes over HTTP. */
  readonly faxProvider: FaxProviderConfig | undefined;
  /** A chat service elsewhere that the console talks to instead of ours: a Tinode cluster. */
  readonly chatUrl: string | undefined;
  /** With which that service may ask who somebody is. */
  readonly chatAuthSecret: string | undefined;
  /** What accounts made over chat must have confirmed before they are let in. */
  readonly chatCredentials: readonly string[];
  /** Where caller names are asked for. */
  readonly callerNames: { readonly address: string; readonly token: string | undefined } | undefined;
  readonly transcription: TranscriptionConfig;
  /** The address books of providers: Google's People API and Microsoft Graph. */
  readonly contactApis: { readonly google: string; readonly microsoft: string };
}

interface OidcClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
}

/** What is wrong, one line per variable. The server prints it and does not start. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

export interface ConfigDefaults {
  /** Relative folders are relative to this one. */
  readonly cwd: string;
  /** True when the server runs from its sources: then results are compared with their schemas by default. */
  readonly isDevelopment: boolean;
}

export function readConfig(env: NodeJS.ProcessEnv, defaults: ConfigDefaults): Config {
  // An empty variable is what a compose file makes of one that nobody set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  const values = parsed.data;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: resolve(defaults.cwd, values.OFFHOOK_DATA_DIR),
    searchPath: env.PATH ?? "",
    demo: DEMO[values.OFFHOOK_DEMO],
    demoColleagues: values.OFFHOOK_DEMO_COLLEAGUES === "1",
    databaseUrl: values.DATABASE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    supportAddress: values.SUPPORT_ADDRESS,
    google: oidcClient(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, values.GOOGLE_ISSUER),
    microsoft: oidcClient(
      values.MICROSOFT_CLIENT_ID,
      values.MICROSOFT_CLIENT_SECRET,
      values.MICROSOFT_ISSUER ?? `https://login.microsoftonline.com/${values.MICROSOFT_TENANT}/v2.0`,
    ),
    appKey: values.APP_KEY,
    secretKey: values.SECRET_KEY,
    trustedProxies: values.TRUSTED_PROXIES,
    allowedOrigins: values.ALLOWED_ORIGINS,
    allowedHosts: values.ALLOWED_HOSTS,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    ratePerMinute: values.RATE_PER_MINUTE,
    isWebPushLocal: values.WEB_PUSH_LOCAL === "1",
    checkResults: values.CHECK_RESULTS === undefined ? defaults.isDevelopment : values.CHECK_RESULTS === "1",
    chatUrl: values.CHAT_URL,
    chatAuthSecret: values.CHAT_AUTH_SECRET,
    chatCredentials: values.CHAT_CREDENTIALS,
    telephony: telephonyConfig(values, { host: values.HOST, publicUrl }),
    textCarriers: carrierConfig(values),
    faxProvider: faxProviderConfig(values),
    callerNames:
      values.CNAM_URL === undefined ? undefined : { address: values.CNAM_URL, token: values.CNAM_TOKEN },
    transcription: transcriptionConfig(values),
    contactApis: { google: values.GOOGLE_PEOPLE_URL, microsoft: values.MICROSOFT_GRAPH_URL },
  };
}

const DEMO = { "0": "off", "1": "on", big: "big" } as const;

function integer(from: number, to: number, text: string) {
  const isFitting = (value: string): boolean =>
    /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to;
  return z.string().trim().refine(isFitting, text).transform(Number);
}

function address(protocols: readonly string[], text: string) {
  const isFitting = (value: string): boolean => protocols.some((each) => value.startsWith(`${each}://`));
  return z
    .string()
    .trim()
    .refine((value) => URL.canParse(value) && isFitting(value), text);
}

const Origin = z
  .string()
  .trim()
  .refine(isOrigin, "must be an address such as https://phone.example.com, without a path")
  .transform((value) => new URL(value).origin);

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^?#@]+$/i.test(text) || !URL.canParse(text)) return false;
  return new URL(text).pathname === "/";
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");

const OriginList = z.string().transform(words).pipe(z.array(Origin));
const AddressList = z
  .string()
  .transform(words)
  .superRefine((entries, context) => {
    for (const entry of entries) {
      try {
        new AddressSet([entry]);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
      }
    }
  });

const Issuer = address(["http", "https"], "must be the address of an OpenID Connect issuer");
const ServiceAddress = address(["http", "https"], "must be the address of a service").transform((value) =>
  value.replace(/\/+$/, ""),
);
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of: ${values.join(", ")}`);
const Secret = z.string().min(32, "must have at least 32 characters");

const Environment = z
  .object({
    HOST: z.string().trim().default("127.0.0.1"),
    PORT: integer(0, 65_535, "must be a port number from 0 to 65535").default(8080),
    PUBLIC_URL: Origin.optional(),
    OFFHOOK_DATA_DIR: z.string().default("./data"),
    OFFHOOK_DEMO: oneOf("0", "1", "big").default("1"),
    OFFHOOK_DEMO_COLLEAGUES: oneOf("0", "1").default("1"),
    DATABASE_URL: address(["postgres", "postgresql"], "must begin with postgresql://").optional(),
    SMTP_URL: address(["smtp", "smtps"], "must begin with smtp:// or smtps://").optional(),
    SUPPORT_ADDRESS: z.email("must be a mail address").optional(),
    MAIL_FROM: z.string().trim().default("Offhook <offhook@localhost>"),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_ISSUER: Issuer.default("https://accounts.google.com"),
    MICROSOFT_CLIENT_ID: z.string().optional(),
    MICROSOFT_CLIENT_SECRET: z.string().optional(),
    MICROSOFT_TENANT: z
      .string()
      .regex(/^[\w.-]+$/, "must be a tenant id or domain")
      .default("common"),
    MICROSOFT_ISSUER: Issuer.optional(),
    GOOGLE_PEOPLE_URL: ServiceAddress.default("https://people.googleapis.com"),
    MICROSOFT_GRAPH_URL: ServiceAddress.default("https://graph.microsoft.com/v1.0"),
    CNAM_URL: address(["http", "https"], "must be an address with {number} in it")
      .refine((value) => value.includes("{number}"), "must be an address with {number} in it")
      .optional(),
    CNAM_TOKEN: z.string().optional(),
    CHAT_URL: ServiceAddress.optional(),
    CHAT_AUTH_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
    CHAT_CREDENTIALS: z
      .string()
      .transform(words)
      .pipe(z.array(oneOf("email", "tel")))
      .default([]),
    APP_KEY: z
      .string()
      .regex(/^[\w.-]{8,200}$/, "must have 8 to 200 letters, digits, dots or dashes")
      .optional(),
    SECRET_KEY: Secret.optional(),
    TRUSTED_PROXIES: AddressList.default([]),
    ALLOWED_ORIGINS: OriginList.default([]),
    ALLOWED_HOSTS: z
      .string()
      .transform(words)
      .pipe(z.array(z.string().regex(/^[\w.:[\]-]+$/, "must be names such as demo.example.com")))
      .default([]),
    METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
    LOG_LEVEL: oneOf(...LOG_LEVELS).default("info"),
    RATE_PER_MINUTE: integer(0, 1_000_000, "must be a number from 0 (no limits) to 1000000").default(600),
    CHECK_RESULTS: oneOf("0", "1").optional(),
    WEB_PUSH_LOCAL: oneOf("0", "1").optional(),
    ...TELEPHONY_VARIABLES,
    ...CARRIER_VARIABLES,
    ...FAX_PROVIDER_VARIABLES,
    ...TRANSCRIPTION_VARIABLES,
  })
  .superRefine((values, context) => {
    for (const name of ["GOOGLE", "MICROSOFT"] as const) {
      const [id, secret] = [values[`${name}_CLIENT_ID`], values[`${name}_CLIENT_SECRET`]];
      if ((id === undefined) === (secret === undefined)) continue;
      const missing = id === undefined ? `${name}_CLIENT_ID` : `${name}_CLIENT_SECRET`;
      context.addIssue({ code: "custom", path: [missing], message: "is needed with its counterpart" });
    }
    const missing = missingCarrierVariable(values);
    if (missing)
      context.addIssue({ code: "custom", path: [missing], message: "is needed with SMS_HTTP_URL" });
    const missingForFaxes = missingFaxVariable(values);
    if (missingForFaxes)
      context.addIssue({ code: "custom", path: [missingForFaxes], message: "is needed with FAX_HTTP_URL" });
  });

function oidcClient(
  clientId: string | undefined,
  clientSecret: string | undefined,
  issuer: string,
): OidcClient | undefined {
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { clientId, clientSecret, issuer };
}

/** Every variable the server reads. */
export const CONFIG_VARIABLES: readonly string[] = Object.keys(Environment.shape);
