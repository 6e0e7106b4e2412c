import {
  createSmsSink,
  HttpFaxing,
  HttpTexting,
  type MailSink,
  type OidcAccount,
  SipCarrier,
  SmppCarrier,
  type SmsSink,
  startCallerNames,
  startGooglePeople,
  startMailSink,
  startMicrosoftGraph,
  startOidcProvider,
} from "@offhook/simulator";
import type { Config } from "../config.ts";
import type { SmsSender } from "../platform/sms.ts";
import { DEMO_PEOPLE, emailOf } from "./demo-people.ts";
import { MAYA_CONTACTS_TOKEN } from "./seeders/contacts/demo-contact-accounts.ts";
import { CALLER_NAMES, GOOGLE_CONTACTS, MICROSOFT_CONTACTS } from "./seeders/contacts/demo-contacts.ts";

/** The outside world of a demo installation, on loopback. */
export interface DemoSimulator {
  readonly mail: MailSink;
  readonly sms: SmsSink;
  readonly smsSender: SmsSender;
  readonly carrier: SipCarrier;
  readonly texting: DemoTexting;
  readonly faxing: HttpFaxing;
  /** The settings that the simulator fills in where the environment gave none. */
  readonly config: SimulatedConfig;
  stop(): Promise<void>;
}

/** The carriers of the demo's texts: SMPP the plain ones, HTTP those with pictures. */
export interface DemoTexting {
  readonly smpp: SmppCarrier;
  readonly http: HttpTexting;
}

type SimulatedConfig = Pick<
  Config,
  "smtpUrl" | "google" | "microsoft" | "callerNames" | "contactApis" | "textCarriers" | "faxProvider"
>;

const SENDER_NAME = "Offhook";
/** What most carriers take. */
const SIMULATED_MEDIA_BYTES = 1_000_000;

export async function startDemoSimulator(given: SimulatedConfig): Promise<DemoSimulator> {
  const accounts = DEMO_PEOPLE.map(accountOf);
  const [maya] = accounts;
  const standingTokens = new Map(maya ? [[MAYA_CONTACTS_TOKEN, maya]] : []);
  const [mail, carrier, texting, faxing, google, microsoft, names] = await Promise.all([
    startMailSink(),
    SipCarrier.start(),
    startTexting(),
    HttpFaxing.start(),
    given.google ? undefined : startOidcProvider({ flavor: "google", accounts, standingTokens }),
    given.microsoft ? undefined : startOidcProvider({ flavor: "microsoft", accounts, standingTokens }),
    given.callerNames ? undefined : startCallerNames(CALLER_NAMES),
  ]);
  const books = await startAddressBooks(maya, google, microsoft);
  const sms = createSmsSink();
  return {
    mail,
    sms,
    carrier,
    texting,
    faxing,
    smsSender: { send: (_id, { to, text }) => sms.send({ from: SENDER_NAME, to, text }) },
    config: {
      smtpUrl: given.smtpUrl ?? mail.url,
      google: given.google ?? google,
      microsoft: given.microsoft ?? microsoft,
      callerNames: given.callerNames ?? (names && { address: names.address, token: undefined }),
      contactApis: {
        google: books.google?.address ?? given.contactApis.google,
        microsoft: books.microsoft?.address ?? given.contactApis.microsoft,
      },
      textCarriers: withTexting(given.textCarriers, texting),
      faxProvider: given.faxProvider ?? {
        url: faxing.address,
        token: faxing.token,
        webhookSecret: faxing.webhookSecret,
      },
    },
    stop: async () => {
      const services = [mail, carrier, faxing, google, microsoft, names, ...Object.values(books)];
      await Promise.all([...services, ...Object.values(texting)].map(async (service) => service?.stop()));
    },
  };
}

async function startTexting(): Promise<DemoTexting> {
  const http = await HttpTexting.start();
  const smpp = await SmppCarrier.start({ sendPhoto: (answer) => void http.sendPhoto(answer) });
  return { smpp, http };
}

/** Where any carrier is given, texts go to that one and to nobody simulated. */
function withTexting(given: Config["textCarriers"], { smpp, http }: DemoTexting): Config["textCarriers"] {
  if (given.smpp || given.http) return given;
  const { url, systemId, password } = smpp;
  const { address, token, webhookSecret } = http;
  return {
    smpp: { url, systemId, password, systemType: "", perSecond: 1_000, window: 10 },
    http: { url: address, token, webhookSecret, maxMediaBytes: SIMULATED_MEDIA_BYTES },
  };
}

type SimulatedProvider = Awaited<ReturnType<typeof startOidcProvider>>;

/** Where the provider is a real one, its address books are too. Only Maya has put anybody into hers. */
async function startAddressBooks(
  maya: OidcAccount | undefined,
  google: SimulatedProvider | undefined,
  microsoft: SimulatedProvider | undefined,
) {
  const [first, second] = await Promise.all([
    google &&
      startGooglePeople({
        accountOf: (token) => google.accountOf(token),
        contactsOf: ({ sub }) => (sub === maya?.sub ? GOOGLE_CONTACTS : []),
      }),
    microsoft &&
      startMicrosoftGraph({
        accountOf: (token) => microsoft.accountOf(token),
        contactsOf: ({ sub }) => (sub === maya?.sub ? MICROSOFT_CONTACTS : []),
      }),
  ]);
  return { google: first, microsoft: second };
}

function accountOf(person: (typeof DEMO_PEOPLE)[number]): OidcAccount {
  return {
    sub: `demo-${person.id}`,
    email: emailOf(person),
    givenName: person.firstname,
    familyName: person.lastname,
  };
}
