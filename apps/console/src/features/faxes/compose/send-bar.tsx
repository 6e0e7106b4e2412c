import { Button } from "@mantine/core";
import { MAX_FAX_PAGES } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { CalendarClock, SendHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useIsNetworkUp } from "../../../platform/network/use-network-up.ts";
import { ScheduleDialog } from "../../messages/index.ts";
import { pagesText } from "../fax-words.ts";
import { useFaxOutbox } from "../outbox/use-fax-outbox.ts";
import type { ComposingState } from "./fax-composing.ts";
import { useSendingLine } from "./fax-options.tsx";
import classes from "./new-fax.module.css";
import { keepFocus } from "./recipients-field.tsx";
import { allRecipients } from "./typed-numbers.ts";
import { useComposed, useComposing } from "./use-composing.ts";

/** Sends what is composed, now or later, or throws it away. */
export function SendBar(): ReactNode {
  const composing = useComposing();
  const router = useRouter();
  const snackbar = useSnackbar();
  const outbox = useFaxOutbox();
  const line = useSendingLine();
  const isUp = useIsNetworkUp();
  const state = useComposed((all) => all);
  const [isScheduling, setIsScheduling] = useState(false);
  const missing = missingOf(state);
  const send = async (sendAt: number | null): Promise<void> => {
    const fax = composing.composed(line, sendAt);
    if (!fax) return;
    void outbox.add(fax);
    composing.clear();
    router.history.push(paths.faxes);
    if (!isUp) snackbar.show("The fax will be sent when you're back online");
    else if (sendAt !== null) snackbar.show("Fax scheduled", { tone: "success" });
  };
  const isEmpty = state.to.length === 0 && state.typed === "" && state.pages.length === 0 && !state.cover;
  return (
    <div className={classes.bar} data-keep-clear>
      <span className={classes.note} role="status">
        {missing ?? summaryOf(state)}
      </span>
      <Button
        className={classes.discard ?? ""}
        variant="subtle"
        color="red"
        px="sm"
        disabled={isEmpty}
        onClick={() => {
          composing.clear();
          router.history.push(paths.faxes);
        }}
      >
        Discard
      </Button>
      <Button
        variant="default"
        px="sm"
        disabled={missing !== undefined}
        onMouseDown={keepFocus}
        leftSection={<CalendarClock size={16} aria-hidden="true" />}
        onClick={() => setIsScheduling(true)}
      >
        Schedule
      </Button>
      <Button
        disabled={missing !== undefined}
        onMouseDown={keepFocus}
        leftSection={<SendHorizontal size={16} aria-hidden="true" />}
        onClick={() => void send(null)}
      >
        Send
      </Button>
      {isScheduling && (
        <ScheduleDialog
          what="fax"
          given={{}}
          onClose={() => setIsScheduling(false)}
          onChosen={({ at }) => send(Math.round(at / 1000))}
        />
      )}
    </div>
  );
}

/** Pure. What keeps it from being sent. */
function missingOf({ pages, documents, cover, ...state }: ComposingState): string | undefined {
  const { to, rest } = allRecipients(state);
  if (to.length === 0) return "Add a recipient.";
  if (rest !== "") return "Finish or clear the recipient field.";
  if (pages.length === 0 && !cover) return "Add files or a cover page.";
  if (pages.length > MAX_FAX_PAGES) return `A fax has up to ${MAX_FAX_PAGES} pages.`;
  const isRefused = [...documents.values()].some(({ state }) => state === "refused");
  return isRefused ? "Remove the files that could not be read." : undefined;
}

/** Pure. "3 pages with the cover, to 2 recipients". */
function summaryOf({ pages, cover, ...state }: ComposingState): string {
  const { to } = allRecipients(state);
  const isCounted = pages.every(({ page }) => page !== null);
  const count = isCounted ? pagesText(pages.length + (cover ? 1 : 0)) : "";
  const many = to.length > 1 ? `to ${to.length} recipients` : "";
  return [count, cover && isCounted ? "with the cover" : "", many].filter(Boolean).join(" ");
}
