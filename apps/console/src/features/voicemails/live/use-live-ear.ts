import { useSnackbar } from "@offhook/ui";
import { useEffect, useRef, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { chooseOutput, useSettings } from "../../settings/index.ts";
import { LiveEar } from "./live-ear.ts";

export interface Listening {
  readonly isOn: boolean;
  toggle(): void;
}

/** Browsers can send a context elsewhere as they can an element; the language does not know it of either yet. */
type Sink = Parameters<typeof chooseOutput>[0];

/** Listening in on one message, until it is over, the card is gone or the user has heard enough. */
export function useLiveEar(id: string): Listening {
  const { client, browser } = usePlatform();
  const snackbar = useSnackbar();
  const output = useSettings((settings) => settings.audioOutput?.browserId);
  const [isOn, setIsOn] = useState(false);
  const ear = useRef<LiveEar>(undefined);
  useEffect(() => () => ear.current?.close(), []);

  const listen = async (): Promise<void> => {
    const own = new LiveEar({
      fetch: browser.fetch,
      output: output === undefined ? undefined : (context) => chooseOutput(context as Sink, output),
    });
    ear.current = own;
    setIsOn(true);
    try {
      const { url } = await client.getLiveVoicemailSound({ query: { id } });
      await own.listen(url);
    } catch (failure) {
      snackbar.show(failure instanceof Error ? failure.message : String(failure), { tone: "error" });
    } finally {
      own.close();
      if (ear.current === own) setIsOn(false);
    }
  };
  return {
    isOn,
    toggle: () => {
      if (isOn) ear.current?.close();
      else void listen();
    },
  };
}
