import { Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { StepUpProof } from "@offhook/contract";
import type { ReactNode } from "react";
import { OWN_ESCAPE, StepUpSteps } from "./step-up-steps.tsx";

const WIDTH = 440;

export interface StepUpQuestion {
  readonly key: number;
  readonly answer: (proof: StepUpProof | undefined) => void;
}

export interface StepUpDialogProps {
  readonly question: StepUpQuestion | undefined;
}

/** 'Confirm that it is you': open as long as there is a question. */
export function StepUpDialog({ question }: StepUpDialogProps): ReactNode {
  // A dialog gives the focus back to where it was when it opened: it has to be there before that.
  const isMounted = useMounted();
  return (
    <Modal
      opened={question !== undefined && isMounted}
      onClose={() => question?.answer(undefined)}
      // Above the dialog it may be asked from.
      zIndex={250}
      size={WIDTH}
      title="Confirm that it is you"
      closeOnClickOutside={false}
      closeButtonProps={{ ...OWN_ESCAPE, "aria-label": "Close" }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) question?.answer(undefined);
      }}
    >
      {question && (
        <StepUpSteps
          key={question.key}
          onProved={question.answer}
          onCancel={() => question.answer(undefined)}
        />
      )}
    </Modal>
  );
}
