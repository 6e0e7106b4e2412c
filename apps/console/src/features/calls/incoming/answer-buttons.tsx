import { Phone, PhoneOff } from "lucide-react";
import type { ReactNode } from "react";
import { useSettings } from "../../settings/index.ts";
import { CallButton } from "../active/call-button.tsx";
import { useAttempt } from "../active/use-attempt.ts";
import { callHandlerOf } from "../call-handler.ts";
import type { ActiveCall } from "../phone/calls/active-call.ts";
import { usePhone } from "../phone/phone-context.ts";
import { useAnswer } from "./use-answer.ts";

export interface AnswerButtonsProps {
  readonly call: ActiveCall;
  readonly name: string;
  readonly onAnswered: () => void;
}

/** Not where another application handles calls. */
export function AnswerButtons({ call, name, onAnswered }: AnswerButtonsProps): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const answer = useAnswer(onAnswered);
  const isHandledElsewhere = useSettings((settings) => callHandlerOf(settings) === "other");
  if (isHandledElsewhere) return null;
  return (
    <>
      <CallButton
        isCompact
        icon={Phone}
        label={`Answer ${name}`}
        tone="answer"
        onClick={() => void answer(call.id)}
      />
      <CallButton
        isCompact
        icon={PhoneOff}
        label={`Decline ${name}`}
        tone="end"
        onClick={() => void attempt(() => phone.decline(call.id))}
      />
    </>
  );
}
