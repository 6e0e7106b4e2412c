import { Button } from "@mantine/core";
import { BellOff, PhoneForwarded, PhoneMissed, WifiOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Banner } from "../feedback/banner.tsx";
import { useConfirm } from "../feedback/dialogs/confirm.tsx";
import { FeedbackDialog, type FeedbackMode } from "../feedback/dialogs/feedback-dialog.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";
import { ListSkeleton } from "../feedback/list-skeleton.tsx";
import { LoadError } from "../feedback/load-error.tsx";
import { useSnackbar } from "../feedback/snackbar/snackbar.tsx";
import classes from "./gallery.module.css";
import { Shelf, Specimen } from "./specimen.tsx";

const nothing = (): void => {};

export function FeedbackShelf(): ReactNode {
  return (
    <Shelf title="Feedback">
      <Specimen name="Banners" isWide>
        <div className={classes.flush}>
          <Banner tone="alert" icon={BellOff} action={{ label: "Turn off", onClick: nothing }}>
            Do Not Disturb is on. Calls go to voicemail.
          </Banner>
          <Banner
            tone="alert"
            icon={PhoneForwarded}
            action={{ label: "Turn off", onClick: nothing, isBusy: true }}
          >
            Main line is forwarded to (212) 555-0142.
          </Banner>
          <Banner tone="network" icon={WifiOff} action={{ label: "Retry now", onClick: nothing }}>
            Network offline
          </Banner>
          <Banner tone="quiet" action={{ label: "Reset", onClick: nothing }}>
            Demo data
          </Banner>
        </div>
      </Specimen>
      <Specimen name="Empty">
        <EmptyState icon={PhoneMissed} action={{ label: "Place a call", onClick: nothing }}>
          No calls yet. The first one will stand here.
        </EmptyState>
      </Specimen>
      <Specimen name="Failed">
        <LoadError onRetry={nothing}>Calls could not be loaded.</LoadError>
      </Specimen>
      <Specimen name="Loading">
        <ListSkeleton rows={3} />
      </Specimen>
      <Specimen name="Confirmation">
        <ConfirmSpecimen />
      </Specimen>
      <Specimen name="Snackbar">
        <SnackbarSpecimen />
      </Specimen>
      <Specimen name="Feedback dialog">
        <FeedbackSpecimen />
      </Specimen>
    </Shelf>
  );
}

function ConfirmSpecimen(): ReactNode {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState("Not asked");
  const ask = async (options: Parameters<typeof confirm>[0]): Promise<void> =>
    setAnswer((await confirm(options)) ? "Accepted" : "Canceled");
  return (
    <div className={classes.row}>
      <Button variant="default" onClick={() => void ask({})}>
        Ask
      </Button>
      <Button variant="default" onClick={() => void ask({ id: "gallery" })}>
        Ask, do not show again
      </Button>
      <Button
        variant="default"
        onClick={() =>
          void ask({
            title: "Delete contact?",
            text: "Ana Reyes will be gone.",
            acceptLabel: "Delete",
            isDestructive: true,
          })
        }
      >
        Delete
      </Button>
      <output>{answer}</output>
    </div>
  );
}

function SnackbarSpecimen(): ReactNode {
  const snackbar = useSnackbar();
  return (
    <div className={classes.row}>
      <Button
        variant="default"
        onClick={() => snackbar.show("Profile updated successfully", { tone: "success" })}
      >
        Success
      </Button>
      <Button variant="default" onClick={() => snackbar.show("Failed to switch account", { tone: "error" })}>
        Error
      </Button>
      <Button variant="default" onClick={() => snackbar.show("Contact deleted", { onUndo: nothing })}>
        Undo
      </Button>
    </div>
  );
}

function FeedbackSpecimen(): ReactNode {
  const [mode, setMode] = useState<FeedbackMode>("idea");
  const [isOpen, setIsOpen] = useState(false);
  const open = (next: FeedbackMode): void => {
    setMode(next);
    setIsOpen(true);
  };
  return (
    <div className={classes.row}>
      <Button variant="default" onClick={() => open("idea")}>
        Share idea
      </Button>
      <Button variant="default" onClick={() => open("issue")}>
        Report issue
      </Button>
      <FeedbackDialog
        mode={mode}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onSubmit={() => setIsOpen(false)}
      />
    </div>
  );
}
