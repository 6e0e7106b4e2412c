import { Button } from "@mantine/core";
import { clockTime, fullDateTime } from "@offhook/ui/format";
import { BellRing, CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import { useUser } from "../session/index.ts";
import classes from "./ring-check-list.module.css";
import { type RingCheck, type RingFix, type RingTone, ringChecks } from "./ring-checks.ts";
import { useRingFacts } from "./use-ring-facts.ts";
import { useRingFixes } from "./use-ring-fixes.ts";
import { type TestCall, useTestCall } from "./use-test-call.ts";

const ICONS: Readonly<Record<RingTone, LucideIcon>> = {
  good: CircleCheck,
  warn: CircleAlert,
  bad: CircleX,
  wait: CircleDashed,
};
const STATES: Readonly<Record<RingTone, string>> = {
  good: "Works",
  warn: "Needs attention",
  bad: "Does not work",
  wait: "Not known yet",
};

/** Everything a ring needs, each with what is wrong and the way to mend it; at the end a real call. */
export function RingCheckList(): ReactNode {
  const knowledge = useRingFacts();
  const fix = useRingFixes(knowledge);
  const checks = ringChecks(knowledge.facts);
  const canRing = checks.every(({ id, tone }) => id !== "phone" || tone === "good" || tone === "warn");
  return (
    <ul className={classes.list}>
      {checks.map((check) => (
        <Check key={check.id} check={check} onFix={fix} />
      ))}
      <TestRow isReady={canRing && !knowledge.facts.isHandledElsewhere} />
    </ul>
  );
}

interface CheckProps {
  readonly check: RingCheck;
  readonly onFix: (fix: RingFix) => Promise<void>;
}

function Check({ check, onFix }: CheckProps): ReactNode {
  const [isBusy, setIsBusy] = useState(false);
  const { title, tone, text, fix } = check;
  const mend = async (act: RingFix): Promise<void> => {
    setIsBusy(true);
    await onFix(act);
    setIsBusy(false);
  };
  return (
    <Row tone={tone} title={title} text={text}>
      {fix && (
        <Button
          size="xs"
          variant={tone === "good" ? "subtle" : "default"}
          loading={isBusy}
          aria-label={`${fix.label}: ${title}`}
          onClick={() => void mend(fix.act)}
        >
          {fix.label}
        </Button>
      )}
    </Row>
  );
}

interface RowProps {
  readonly tone: RingTone;
  readonly title: string;
  readonly text: string;
  /** Screen readers say what becomes of it. */
  readonly isTold?: boolean;
  readonly children: ReactNode;
}

function Row({ tone, title, text, isTold = false, children }: RowProps): ReactNode {
  const Icon = ICONS[tone];
  return (
    <li className={classes.row} data-tone={tone}>
      <Icon className={classes.icon} size={18} role="img" aria-label={STATES[tone]} />
      <div className={classes.words}>
        <strong className={classes.title}>{title}</strong>
        <p className={classes.text} role={isTold ? "status" : undefined}>
          {text}
        </p>
      </div>
      {children}
    </li>
  );
}

/** The proof: a call over the same way as any other. */
function TestRow({ isReady }: { readonly isReady: boolean }): ReactNode {
  const { test, rangAt, ring } = useTestCall();
  const { effective_timezone: timeZone } = useUser();
  const { clock } = usePlatform().browser;
  const isUnderWay = test.name === "asked" || test.name === "expected" || test.name === "ringing";
  const rang = rangAt === undefined ? undefined : rangWords(rangAt, clock.now(), timeZone);
  return (
    <Row tone={toneOf(test, rangAt)} title="Test call" text={wordsOf(test, rang)} isTold>
      <Button
        size="xs"
        variant={rangAt === undefined ? "filled" : "default"}
        leftSection={<BellRing size={14} aria-hidden="true" />}
        disabled={!isReady || isUnderWay}
        onClick={() => void ring()}
      >
        {rangAt === undefined ? "Ring me now" : "Ring again"}
      </Button>
    </Row>
  );
}

function toneOf({ name }: TestCall, rangAt: number | undefined): RingTone {
  if (name === "failed") return "bad";
  return rangAt === undefined || name === "asked" || name === "expected" ? "wait" : "good";
}

function wordsOf(test: TestCall, rang: string | undefined): string {
  if (test.name === "failed") return test.text;
  if (test.name === "asked" || test.name === "expected") return "Calling you…";
  if (test.name === "ringing") return `${rang ?? ""}. Answer it to hear yourself.`;
  return rang ?? "Prove it with a real call to this browser.";
}

const DAY_MS = 86_400_000;

function rangWords(at: number, now: number, timeZone: string): string {
  return now - at < DAY_MS ? `Rang at ${clockTime(at, timeZone)}` : `Rang on ${fullDateTime(at, timeZone)}`;
}
