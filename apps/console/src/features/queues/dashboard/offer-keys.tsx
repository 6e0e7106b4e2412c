import { Kbd } from "@offhook/ui";
import type { ReactNode } from "react";
import { isIncoming, usePhoneState } from "../../calls/index.ts";
import { currentPlatform, useSettings } from "../../settings/index.ts";
import classes from "./offer-keys.module.css";
import { PanelNote } from "./panel.tsx";

/** While a call rings: the keys that answer and decline it, wherever the focus is. */
export function OfferKeys(): ReactNode {
  const isRinging = usePhoneState((state) => state.calls.some(isIncoming));
  const platform = currentPlatform();
  const shortcuts = useSettings((settings) => settings.shortcuts[platform]);
  const keysOf = (action: "answer" | "end"): string =>
    shortcuts.find(({ value }) => value === action)?.shortcut ?? "";
  const [answer, decline] = [keysOf("answer"), keysOf("end")];
  if (!isRinging || answer === "" || decline === "") return null;
  return (
    <PanelNote>
      <span className={classes.act}>
        Answer: <Kbd shortcut={answer} platform={platform} />
      </span>{" "}
      <span className={classes.act}>
        Decline: <Kbd shortcut={decline} platform={platform} />
      </span>
    </PanelNote>
  );
}
