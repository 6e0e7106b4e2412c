import {
  createSmsSink,
  type MailSink,
  type OidcAccount,
  SipCarrier,
  type SmsSink,
  startMailSink,
  startOidcProvider,
} from "@offhook/simulator";
import type { Config } from "../config.ts";
import type { SmsSender } from "../platform/sms.ts";
import { DEMO_PEOPLE, emailOf } from "./demo-people.ts";

/** The outside world of a demo installation, on loopback. */
export interface DemoSimulator {
  readonly mail: MailSink;
  readonly sms: SmsSink;
  readonly smsSender: SmsSender;
  readonly carrier: SipCarrier;
  /** The settings that the simulator fills in where the environment gave none. */
  readonly config: Pick<Config, "smtpUrl" | "google" | "microsoft">;
  stop(): Promise<void>;
}

const SENDER_NAME = "Offhook";

export async function startDemoSimulator(
  given: Pick<Config, "smtpUrl" | "google" | "microsoft">,
): Promise<DemoSimulator> {
  const accounts = DEMO_PEOPLE.map(accountOf);
  const [mail, carrier, google, microsoft] = await Promise.all([
    startMailSink(),
    SipCarrier.start(),
    given.google ? undefined : startOidcProvider({ flavour: "google", accounts }),
    given.microsoft ? undefined : startOidcProvider({ flavour: "microsoft", accounts }),
  ]);
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
    },
    stop: async () => {
      await Promise.all([mail.stop(), carrier.stop(), google?.stop(), microsoft?.stop()]);
    },
  };
}

function accountOf(person: (typeof DEMO_PEOPLE)[number]): OidcAccount {
  return {
    sub: `demo-${person.id}`,
    email: emailOf(person),
    givenName: person.firstname,
    familyName: person.lastname,
  };
}
