import { Drawer } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import {
  Ban,
  Bell,
  DoorOpen,
  Image,
  type LucideIcon,
  MessageSquare,
  PhoneCall,
  PhoneIncoming,
  PhoneOff,
  Printer,
  Scissors,
  Unplug,
  Users,
  Voicemail,
  WifiOff,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { lineNamed, useUser } from "../../features/session/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { ColleagueSwitch } from "./colleague-switch.tsx";
import classes from "./simulator.module.css";
import { SIMULATOR_ACTS, type SimulatorAct, type SimulatorActId } from "./simulator-acts.ts";

const WIDTH = 360;

const ICONS: Readonly<Record<SimulatorActId, LucideIcon>> = {
  ringMe: PhoneIncoming,
  ringMeTwice: PhoneCall,
  leaveMessage: Voicemail,
  doorbell: DoorOpen,
  queueRush: Users,
  hangUp: PhoneOff,
  textMe: MessageSquare,
  photo: Image,
  stop: Ban,
  faxMe: Printer,
  breakFax: Scissors,
  cutCarrier: Unplug,
  cutNetwork: WifiOff,
};

export interface SimulatorDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Moves the outside world of a demo: whoever tries the console alone needs somebody to call. */
export function SimulatorDrawer({ isOpen, onClose }: SimulatorDrawerProps): ReactNode {
  const perform = usePerform(onClose);
  const [busy, setBusy] = useState<SimulatorActId>();
  const run = async (act: SimulatorAct): Promise<void> => {
    setBusy(act.id);
    await perform(act);
    setBusy(undefined);
  };
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={WIDTH} title="Simulator">
      <p className={classes.about}>These callers are simulated. Nothing leaves this computer.</p>
      <ColleagueSwitch />
      <ul className={classes.acts}>
        {SIMULATOR_ACTS.map((act) => {
          const Icon = ICONS[act.id];
          return (
            <li key={act.id}>
              <button
                type="button"
                className={classes.act}
                disabled={busy !== undefined}
                aria-busy={busy === act.id}
                onClick={() => void run(act)}
              >
                <span className={classes.icon}>
                  <Icon size={18} aria-hidden="true" />
                </span>
                <span>
                  <span className={classes.title}>{act.title}</span>
                  <span className={classes.detail}>{act.about}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className={classes.hint}>
        <Bell size={14} aria-hidden="true" /> Dial *43 for an echo test, *99 for music, 2125550188 to call
        someone outside. Texts to 2125550197 fail, and people you ask a question reply.
      </p>
    </Drawer>
  );
}

/** Nobody can be rung on a line without a number; a refusal is said. */
function usePerform(onDone: () => void): (act: SimulatorAct) => Promise<void> {
  const { browser } = usePlatform();
  const { phones, sms_lines } = useUser();
  const active = useSettings((settings) => settings.activePhoneLine);
  const snackbar = useSnackbar();
  return async (act) => {
    const line = phones.find(({ name }) => name === lineNamed(phones, active));
    const own = {
      number: line?.callerID ?? "",
      extension: line?.extension ?? "",
      smsLine: sms_lines[0]?.sms_line ?? "",
    };
    for (const address of act.requests(own)) {
      const isDone = await browser.fetch(address, { method: "POST" }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isDone) continue;
      snackbar.show("The simulator cannot do this right now. Try again in a moment.", { tone: "error" });
      return;
    }
    onDone();
  };
}
