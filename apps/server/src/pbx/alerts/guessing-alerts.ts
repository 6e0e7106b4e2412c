import type { PbxEvents } from "@offhook/pbx";
import type { AdminAlerts } from "../../platform/admin-alerts.ts";
import type { Logger } from "../../platform/logging/logger.ts";

export interface GuessingAlertsDeps {
  readonly logger: Logger;
  readonly alerts: AdminAlerts;
}

/** Tells administrators of whoever tries to guess what lets phones in. */
export class GuessingAlerts {
  readonly #deps: GuessingAlertsDeps;

  constructor(deps: GuessingAlertsDeps) {
    this.#deps = deps;
  }

  /** Wrong passwords of phones: no more are taken for a while. */
  passwords({ companyId, scope, source, username, tries, waitMs }: PbxEvents["lockout"]): void {
    const { logger, alerts } = this.#deps;
    logger.warn(
      { companyId, scope, source, username, tries, waitMs },
      "Somebody guesses the passwords of phones",
    );
    const where = source.startsWith("session ") ? "A signed-in browser" : `Someone at ${source}`;
    const wait = inWords(waitMs);
    alerts.raise({
      ...(companyId !== undefined && { customerId: Number(companyId) }),
      kind: "passwordGuessing",
      subject: scope === "source" ? source : username,
      title:
        scope === "source"
          ? `${where} tries to guess a phone's password`
          : `Someone is trying to guess the password of phone ${username}`,
      text:
        scope === "source"
          ? `${where} sent ${tries} wrong passwords for phones, the last one for ${username}. Offhook refuses that address for ${wait}, and longer each time. If it is one of your own phones, correct its password; otherwise block the address in your firewall.`
          : `${tries} wrong passwords came for phone ${username} from several addresses. Offhook refuses new addresses for ${wait}; the phone itself stays connected where it is. Give the phone a long random password if it has a short one.`,
    });
  }

  /** Wrong PINs of a mailbox: it takes none for a while. */
  pins({ companyId, mailboxName, caller, wrong, waitMs }: PbxEvents["pinLockout"]): void {
    const { logger, alerts } = this.#deps;
    logger.warn({ companyId, mailboxName, caller, wrong, waitMs }, "Somebody guesses the PIN of a mailbox");
    alerts.raise({
      customerId: Number(companyId),
      kind: "pinGuessing",
      subject: mailboxName,
      title: `Someone is trying to guess the PIN of mailbox ${mailboxName}`,
      text: `${wrong} wrong PINs were entered for mailbox ${mailboxName}, the last one from ${caller}. Offhook takes no PIN for it for ${inWords(waitMs)}, and longer each time; its messages can still be heard in the console. If its owner has forgotten the PIN, set a new one in the company file, which opens the mailbox at once. Otherwise ask who uses the phone of ${caller}.`,
    });
  }
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
