import {
  createSmsSink,
  type MailSink,
  type OidcAccount,
  SipCarrier,
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
  /** The settings that the simulator fills in where the environment gave none. */
  readonly config: SimulatedConfig;
  stop(): Promise<void>;
}

type SimulatedConfig = Pick<Config, "smtpUrl" | "google" | "microsoft" | "callerNames" | "contactApis">;

const SENDER_NAME = "Offhook";

export async function startDemoSimulator(given: SimulatedConfig): Promise<DemoSimulator> {
  const accounts = DEMO_PEOPLE.map(accountOf);
  const [maya] = accounts;
  const standingTokens = new Map(maya ? [[MAYA_CONTACTS_TOKEN, maya]] : []);
  const [mail, carrier, google, microsoft, names] = await Promise.all([
    startMailSink(),
    SipCarrier.start(),
    given.google ? undefined : startOidcProvider({ flavour: "google", accounts, standingTokens }),
    given.microsoft ? undefined : startOidcProvider({ flavour: "microsoft", accounts, standingTokens }),
    given.callerNames ? undefined : startCallerNames(CALLER_NAMES),
  ]);
  const books = await startAddressBooks(maya, google, microsoft);
  const sms = createSmsSink();
  return {
    mail,
    sms,
    carrier,
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
    },
    stop: async () => {
      const services = [mail, carrier, google, microsoft, names, books.google, books.microsoft];
      await Promise.all(services.map(async (service) => service?.stop()));
    },
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
