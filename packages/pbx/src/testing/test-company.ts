import type {
  CompanyConfig,
  EndpointConfig,
  HuntGroupConfig,
  QueueConfig,
  TrunkConfig,
} from "../dialplan/company-config.ts";
import type { NumberPlan } from "../ports/pbx-directory.ts";

export const anEndpoint = (extension: string, changes: Partial<EndpointConfig> = {}): EndpointConfig => ({
  id: `phone-${extension}`,
  userIds: [`user-${extension}`],
  name: `Person ${extension}`,
  extension,
  kind: "phone",
  rejectsAnonymous: false,
  isDoNotDisturb: false,
  isCallsDisabled: false,
  forwardAlways: undefined,
  onDoNotDisturb: undefined,
  onBusy: undefined,
  onNoAnswer: undefined,
  onUnreachable: undefined,
  mailboxId: undefined,
  hasCallWaiting: true,
  maxCalls: 4,
  externalCallerId: undefined,
  musicPath: undefined,
  hasMusicRinging: false,
  blockedCallers: [],
  mayCallOutside: true,
  ...changes,
});

export const aQueue = (changes: Partial<QueueConfig> = {}): QueueConfig => ({
  id: "queue",
  name: "Support",
  extension: "301",
  strategy: "ringAll",
  agents: [],
  ringTimeoutMs: 15_000,
  wrapUpMs: 10_000,
  maxWaitMs: 300_000,
  maxWaiting: 20,
  announceEveryMs: 30_000,
  announcesWait: true,
  comfortEveryMs: 0,
  musicPath: undefined,
  overflow: undefined,
  leavesWhenEmpty: false,
  leavesWhenPaused: false,
  pausesAfterMissed: false,
  canChoose: false,
  skillPatienceMs: 30_000,
  ...changes,
});

export const aHuntGroup = (changes: Partial<HuntGroupConfig> = {}): HuntGroupConfig => ({
  id: "group",
  name: "Reception",
  extension: "401",
  lines: [],
  rings: "together",
  ringTimeoutMs: 20_000,
  onNoAnswer: undefined,
  ...changes,
});

export const aTrunk = (changes: Partial<TrunkConfig> = {}): TrunkConfig => ({
  id: "trunk",
  host: "carrier.test",
  port: 5060,
  transport: "UDP",
  username: undefined,
  password: undefined,
  isRegistering: false,
  registerSeconds: 600,
  trustedAddresses: [],
  maxCalls: 10,
  numberFormat: "e164",
  locationFormat: "pidf",
  rates: [],
  probeEveryMs: 60_000,
  ...changes,
});

export const aCompany = (changes: Partial<CompanyConfig> = {}): CompanyConfig => ({
  id: "company",
  name: "Harborlight",
  region: "US",
  endpoints: [],
  queues: [],
  huntGroups: [],
  mailboxes: [],
  rooms: [],
  inboundNumbers: [],
  outbound: {
    trunkIds: [],
    isInternationalAllowed: false,
    blockedPrefixes: [],
    defaultCallerId: "+12125550110",
    dailySpendLimit: 100,
    maxConcurrentCalls: 5,
  },
  emergency: { place: { text: "12 Main Street" }, notify: [], outsidePrefixes: ["9"] },
  parking: { extension: "700", firstSlot: 701, lastSlot: 703, timeoutMs: 60_000 },
  blockedCallers: [],
  ...changes,
});

/** Enough of a number plan for tests: ten digits are American, a plus means what it says. */
export const simpleNumbers: NumberPlan = {
  costClass: (e164) => (e164.startsWith("+1900") ? "premium" : undefined),
  parse: (text) => {
    const digits = text.replace(/[^\d+]/g, "");
    if (/^\+1\d{10}$/.test(digits)) return { e164: digits, country: "US" };
    if (/^\+44\d{10}$/.test(digits)) return { e164: digits, country: "GB" };
    if (/^1?[2-9]\d{9}$/.test(digits)) return { e164: `+1${digits.slice(-10)}`, country: "US" };
    return undefined;
  },
};
