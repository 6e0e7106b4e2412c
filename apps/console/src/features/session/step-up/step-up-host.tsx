import type { StepUpProof } from "@offhook/contract";
import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { StepUpQuestion } from "./step-up-dialog.tsx";

// Few sessions are ever asked: they load it when they are.
const StepUpDialog = latePart(() => import("./step-up-dialog.tsx"), "StepUpDialog");

let lastKey = 0;

/** Asks when the service refuses a change until the user has confirmed that it is them, whichever screen asked. */
export function StepUpHost(): ReactNode {
  const { stepUp } = usePlatform();
  const [question, setQuestion] = useState<StepUpQuestion>();
  const [wasAsked, setWasAsked] = useState(false);

  useEffect(
    () =>
      stepUp.answerWith(
        () =>
          new Promise((resolve) => {
            lastKey += 1;
            const answer = (proof: StepUpProof | undefined): void => {
              setQuestion(undefined);
              resolve(proof);
            };
            setQuestion({ key: lastKey, answer });
            setWasAsked(true);
          }),
      ),
    [stepUp],
  );
  // The dialog goes with the screens it asks for: nobody is left waiting.
  useEffect(() => () => question?.answer(undefined), [question]);

  // Answered, it stays to fade out. Out of reach, it lets go of what waits for the answer.
  return (
    wasAsked && (
      <CatchBoundary
        getResetKey={() => question?.key}
        errorComponent={() => null}
        onCatch={() => question?.answer(undefined)}
      >
        <StepUpDialog question={question} />
      </CatchBoundary>
    )
  );
}
