import { type Feedback, FeedbackDialog, type FeedbackMode, useSnackbar } from "@offhook/ui";
import { type ReactNode, useRef, useState } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { platformName } from "./platform-name.ts";

export interface FeedbackFlowProps {
  readonly mode: FeedbackMode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** 'Share your idea' and 'Report Issue': asks, sends, and keeps what was written until it has arrived. */
export function FeedbackFlow({ mode, isOpen, onClose }: FeedbackFlowProps): ReactNode {
  const { client, browser, config } = usePlatform();
  const snackbar = useSnackbar();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const lastTry = useRef<{ readonly words: string; readonly uuid: string }>(undefined);

  const send = async ({ type, message, attachLogs }: Feedback): Promise<void> => {
    setIsSending(true);
    setError(undefined);
    // The same words again are the same report: the first try may have arrived although its answer did not.
    const words = `${type} ${message}`;
    if (lastTry.current?.words !== words) lastTry.current = { words, uuid: crypto.randomUUID() };
    const appLogs = browser.log.toText();
    try {
      await client.sendFeedback({
        body: {
          type,
          message,
          platform: `web, ${platformName(navigator.userAgent)}`,
          appVersion: config.version,
          uuid: lastTry.current.uuid,
          ...(attachLogs && appLogs !== "" ? { appLogs } : {}),
        },
      });
      snackbar.show("Feedback sent successfully", { tone: "success" });
      onClose();
    } catch (failure) {
      setError(feedbackProblem(failure));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <FeedbackDialog
      mode={mode}
      isOpen={isOpen}
      isSending={isSending}
      error={error}
      onSubmit={(feedback) => void send(feedback)}
      onClose={onClose}
    />
  );
}

const SERVER_ERROR = 500;

/** A refusal explains itself and so does a missing network; of the rest there is nothing more to say. */
function feedbackProblem(failure: unknown): string {
  const explains =
    failure instanceof ApiFailure &&
    failure.reason.kind !== "unreachable" &&
    (failure.status ?? 0) < SERVER_ERROR;
  return explains ? failure.message : "Failed to send feedback";
}
