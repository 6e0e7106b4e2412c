import type { Voicemail } from "@offhook/contract";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { isHiddenNumber } from "../../calls/index.ts";
import { useUser } from "../../session/index.ts";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { shownBoxes } from "../store/shown-boxes.ts";
import { voicemailCaller } from "../voicemail-words.ts";
import { isTold } from "./notice-rules.ts";

/** A new voicemail, told by the system on every screen; a click opens it. */
export function VoicemailNotices(): ReactNode {
  const { client, browser } = usePlatform();
  const user = useUser();
  const settings = useSettings((all) => all);
  const notifications = useNotifications();
  const nameOf = async ({ callerId }: Voicemail): Promise<string | null> => {
    if (isHiddenNumber(callerId)) return null;
    const [caller] = await client.lookUpNumbers({ body: { numbers: [callerId] } }).catch(() => []);
    return caller?.name ?? null;
  };
  const tell = async (voicemail: Voicemail): Promise<void> => {
    const boxes = shownBoxes(user, settings);
    // Asked only where it can matter: most consoles of a company are not about this box.
    if (!boxes.includes(voicemail.mailbox) || !settings.webAppNotifications) return;
    const query = { mailbox: voicemail.mailbox, limit: 1 };
    const [latest] = await client.getVoicemails({ query }).catch(() => []);
    if (!isTold(voicemail, { now: browser.clock.now(), boxes, latest, settings })) return;
    const name = voicemailCaller(voicemail, await nameOf(voicemail));
    notifications.show({
      title: `Voicemail from ${name}`,
      body: voicemail.transcription || voicemail.name,
      path: paths.voicemail(voicemail),
      tag: `voicemail ${voicemail.id}`,
    });
  };
  usePushEvent("VOICEMAIL_NEW", ({ voicemail }) => void tell(voicemail));
  return null;
}
