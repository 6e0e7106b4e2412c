import type { Fax } from "@offhook/contract";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { isHiddenNumber } from "../../calls/index.ts";
import { useUser } from "../../session/index.ts";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { useComposing } from "../compose/use-composing.ts";
import { failureWords } from "../detail/failure-words.ts";
import { deliveryOf, otherNumber, otherSide, pagesText } from "../fax-words.ts";
import { useFaxOutbox } from "../outbox/use-fax-outbox.ts";
import { shownFaxLines } from "../store/shown-fax-lines.ts";
import { isFailureTold, isTold } from "./notice-rules.ts";

/** A new fax, and one of the user's own that failed, told by the system on every screen; a click opens it. */
export function FaxNotices(): ReactNode {
  const { client, browser } = usePlatform();
  const user = useUser();
  const settings = useSettings((all) => all);
  const notifications = useNotifications();
  // What a page before this one has left waiting is sent, and saved, from wherever the user is.
  useFaxOutbox();
  useComposing();
  const nameOf = async (fax: Fax): Promise<string> => {
    const number = otherNumber(fax);
    if (isHiddenNumber(number)) return otherSide(fax, null);
    const [caller] = await client.lookUpNumbers({ body: { numbers: [number] } }).catch(() => []);
    return otherSide(fax, caller?.name ?? null);
  };
  const tellFailure = async ({ mailbox, id, ...fax }: Fax): Promise<void> => {
    const lines = shownFaxLines(user, settings);
    if (deliveryOf(fax) !== "failed" || !lines.includes(mailbox) || !settings.webAppNotifications) return;
    const details = await client.getFax({ query: { mailbox, id } }).catch(() => undefined);
    const now = browser.clock.now();
    if (!details || !isFailureTold(details, { now, lines, settings, userId: user.id })) return;
    notifications.show({
      title: `Fax to ${await nameOf(details)} failed`,
      body: failureWords(details).text,
      path: paths.fax(details),
      tag: `fax ${id}`,
    });
  };
  const tell = async (fax: Fax): Promise<void> => {
    const lines = shownFaxLines(user, settings);
    // Asked only where it can matter: most consoles of a company are not about this line.
    if (!lines.includes(fax.mailbox) || !settings.webAppNotifications) return;
    const query = { mailbox: fax.mailbox, dir: "INBOX", _limit: 1 } as const;
    const [latest] = await client.getFaxes({ query }).catch(() => []);
    if (!isTold(fax, { now: browser.clock.now(), lines, latest, settings })) return;
    notifications.show({
      title: `Fax from ${await nameOf(fax)}`,
      body: [pagesText(fax.pages), fax.name].join(" · "),
      path: paths.fax(fax),
      tag: `fax ${fax.id}`,
    });
  };
  usePushEvent("FAX_NEW", ({ fax }) => void tell(fax));
  usePushEvent("FAX_DLR", ({ fax }) => void tellFailure(fax));
  return null;
}
