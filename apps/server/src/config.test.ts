import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const defaults = { cwd: "/srv/offhook", isDevelopment: false };
const read = (env: Record<string, string> = {}) => readConfig(env, defaults);

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("without any variable: a demo on this machine alone", () => {
  expect(read()).toEqual({
    host: "127.0.0.1",
    port: 8080,
    publicUrl: "http://localhost:8080",
    dataDir: "/srv/offhook/data",
    demo: "on",
    demoColleagues: true,
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: "Offhook <offhook@localhost>",
    supportAddress: undefined,
    google: undefined,
    microsoft: undefined,
    callerNames: undefined,
    transcription: { by: "engine" },
    contactApis: {
      google: "https://people.googleapis.com",
      microsoft: "https://graph.microsoft.com/v1.0",
    },
    appKey: undefined,
    secretKey: undefined,
    trustedProxies: [],
    allowedOrigins: [],
    allowedHosts: [],
    metricsToken: undefined,
    logLevel: "info",
    ratePerMinute: 600,
    checkResults: false,
    isWebPushLocal: false,
    telephony: {
      domain: "localhost",
      sipHost: "127.0.0.1",
      udpPort: undefined,
      tcpPort: undefined,
      sipAnnouncedAddress: undefined,
      mediaBindAddress: "127.0.0.1",
      mediaAnnouncedAddresses: [],
      webRtcPort: undefined,
      rtpPorts: { first: 20_000, last: 29_999 },
      maxLegs: 500,
      reservedLegs: 10,
    },
    textCarriers: { smpp: undefined, http: undefined },
    faxProvider: undefined,
    searchPath: "",
    chatUrl: undefined,
    chatAuthSecret: undefined,
    chatCredentials: [],
  });
});

test("accounts made over chat may have to confirm how to reach them", () => {
  expect(read({ CHAT_CREDENTIALS: "email, tel" }).chatCredentials).toEqual(["email", "tel"]);
});

test("a server that others can reach opens its audio to them, and its SIP ports only where it is told to", () => {
  const open = read({ HOST: "0.0.0.0", PUBLIC_URL: "https://phone.example", SIP_UDP_PORT: "5060" }).telephony;
  expect(open).toMatchObject({
    domain: "phone.example",
    sipHost: "0.0.0.0",
    udpPort: 5060,
    tcpPort: undefined,
    mediaBindAddress: undefined,
  });
  const behindProxy = read({ MEDIA_ANNOUNCED_ADDRESS: "203.0.113.7, 2001:db8::7" }).telephony;
  expect(behindProxy.mediaBindAddress).toBeUndefined();
  expect(behindProxy.mediaAnnouncedAddresses).toEqual(["203.0.113.7", "2001:db8::7"]);
});

test("texts need a carrier's address, and webhooks a secret", () => {
  const { smpp, http } = read({
    SMPP_URL: "smpp://carrier.example:2775",
    SMPP_PASSWORD: "secret",
    SMS_HTTP_URL: "https://texts.example/v1/",
    SMS_HTTP_WEBHOOK_SECRET: "sixteen or more characters",
  }).textCarriers;
  expect(smpp).toMatchObject({ systemId: "offhook", password: "secret", perSecond: 30, window: 10 });
  expect(http).toMatchObject({ url: "https://texts.example/v1", maxMediaBytes: 1_000_000 });
  expect(() => read({ SMS_HTTP_URL: "https://texts.example" })).toThrow(/SMS_HTTP_WEBHOOK_SECRET/);
});

test("a provider of faxes needs an address, and webhooks a secret", () => {
  const { faxProvider } = read({
    FAX_HTTP_URL: "https://faxes.example/v1/",
    FAX_HTTP_TOKEN: "token",
    FAX_HTTP_WEBHOOK_SECRET: "sixteen or more characters",
  });
  const url = "https://faxes.example/v1";
  expect(faxProvider).toEqual({ url, token: "token", webhookSecret: "sixteen or more characters" });
  expect(() => read({ FAX_HTTP_URL: url })).toThrow(/FAX_HTTP_WEBHOOK_SECRET/);
});

test.each([
  ["SMPP_URL", "carrier.example:2775"],
  ["SMPP_PER_SECOND", "0"],
  ["CHAT_CREDENTIALS", "email,pigeon"],
  ["SIP_UDP_PORT", "99999"],
  ["SIP_ANNOUNCED_ADDRESS", "phone.example"],
  ["MEDIA_PORT_RANGE", "20000-20001"],
  ["MEDIA_PORT_RANGE", "lots"],
  ["SIP_DOMAIN", "two words"],
])("%s=%s is refused", (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
});

test("an empty variable is one that is not set", () => {
  expect(read({ PORT: "", DATABASE_URL: " ", GOOGLE_CLIENT_ID: "" })).toEqual(read());
});

test("values are read and brought into one shape", () => {
  expect(
    read({
      HOST: "0.0.0.0",
      PORT: "9000",
      PUBLIC_URL: "https://Phone.Example/",
      OFFHOOK_DATA_DIR: "/var/lib/phone",
      OFFHOOK_DEMO: "big",
      TRUSTED_PROXIES: "loopback, 10.0.0.0/8,2001:db8::1",
      ALLOWED_ORIGINS: "https://a.example https://b.example:8443",
      CHECK_RESULTS: "1",
    }),
  ).toMatchObject({
    host: "0.0.0.0",
    port: 9000,
    publicUrl: "https://phone.example",
    dataDir: "/var/lib/phone",
    demo: "big",
    trustedProxies: ["loopback", "10.0.0.0/8", "2001:db8::1"],
    allowedOrigins: ["https://a.example", "https://b.example:8443"],
    checkResults: true,
  });
});

test("sign-in providers have an issuer", () => {
  const keys = { MICROSOFT_CLIENT_ID: "id", MICROSOFT_CLIENT_SECRET: "secret" };
  expect(read({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }).google).toEqual({
    clientId: "id",
    clientSecret: "secret",
    issuer: "https://accounts.google.com",
  });
  expect(read(keys).microsoft?.issuer).toBe("https://login.microsoftonline.com/common/v2.0");
  expect(read({ ...keys, MICROSOFT_TENANT: "contoso.example" }).microsoft?.issuer).toBe(
    "https://login.microsoftonline.com/contoso.example/v2.0",
  );
  expect(read({ ...keys, MICROSOFT_ISSUER: "http://localhost:9/ms" }).microsoft?.issuer).toBe(
    "http://localhost:9/ms",
  );
});

test("results are checked by default where the server runs from its sources", () => {
  expect(readConfig({}, { ...defaults, isDevelopment: true }).checkResults).toBe(true);
  expect(readConfig({ CHECK_RESULTS: "0" }, { ...defaults, isDevelopment: true }).checkResults).toBe(false);
});

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "8080.5"],
  ["PUBLIC_URL", "phone.example"],
  ["PUBLIC_URL", "https://phone.example/console"],
  ["PUBLIC_URL", "ftp://phone.example"],
  ["PUBLIC_URL", "https://user:pass@phone.example"],
  ["OFFHOOK_DEMO", "yes"],
  ["OFFHOOK_DEMO_COLLEAGUES", "yes"],
  ["DATABASE_URL", "mysql://localhost/offhook"],
  ["SMTP_URL", "mail.example"],
  ["SUPPORT_ADDRESS", "support"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "proxy.example"],
  ["ALLOWED_ORIGINS", "*"],
  ["METRICS_TOKEN", "short"],
  ["SECRET_KEY", "short"],
  ["APP_KEY", "a b"],
  ["LOG_LEVEL", "verbose"],
  ["RATE_PER_MINUTE", "many"],
  ["CHECK_RESULTS", "true"],
  ["MICROSOFT_TENANT", "a/b"],
])("%s=%s is refused by name", (name, value) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name}(\\.\\d+)?: `));
});

test("half a sign-in provider is refused, and every problem is told at once", () => {
  expect(problemsOf({ GOOGLE_CLIENT_ID: "id", MICROSOFT_CLIENT_SECRET: "secret" })).toEqual([
    "GOOGLE_CLIENT_SECRET: is needed with its counterpart",
    "MICROSOFT_CLIENT_ID: is needed with its counterpart",
  ]);
  expect(problemsOf({ PORT: "x", LOG_LEVEL: "x" })).toHaveLength(2);
});

test("a message never repeats a secret", () => {
  const message = problemsOf({ SECRET_KEY: "hunter2", DATABASE_URL: "mysql://me:hunter2@host" }).join();
  expect(message).not.toContain("hunter2");
});

test("what was said is written down here, by a service, or not at all", () => {
  const choose = (OFFHOOK_TRANSCRIPTION: string) =>
    read({ OFFHOOK_TRANSCRIPTION, TRANSCRIPTION_TOKEN: "secret" }).transcription;
  expect(choose("1")).toEqual({ by: "engine" });
  expect(choose("0")).toEqual({ by: "nobody" });
  const url = "https://speech.example.com/transcribe";
  expect(choose(url)).toEqual({ by: "service", url, token: "secret" });
  expect(problemsOf({ OFFHOOK_TRANSCRIPTION: "whisper" })).toEqual([
    "OFFHOOK_TRANSCRIPTION: must be 0, 1 or the address of a service",
  ]);
});
