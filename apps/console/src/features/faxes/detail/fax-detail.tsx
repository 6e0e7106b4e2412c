import { Skeleton } from "@mantine/core";
import type { FaxDetails } from "@offhook/contract";
import { Detail, DetailBack, DetailLine, DetailSkeleton } from "@offhook/ui/detail";
import { useRouter } from "@tanstack/react-router";
import { FileWarning } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { CallerHeader, ItemReaders } from "../../boxes/index.ts";
import { CallerActions, isHiddenNumber } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { TaskActions } from "../../tasks/index.ts";
import { damagedText, otherNumber, otherSide, pagesText, stationText } from "../fax-words.ts";
import { useFaxLineName } from "../use-faxes.ts";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { FaxActions } from "./fax-actions.tsx";
import classes from "./fax-detail.module.css";
import { FaxPages } from "./fax-pages.tsx";
import { FaxTries } from "./fax-tries.tsx";

interface FaxProps {
  readonly fax: FaxDetails;
}

interface FaxDetailProps extends FaxProps {
  /** The page that was looked for, from 1. */
  readonly startPage?: number | undefined;
}

/** One fax: who sent it, its pages, how its delivery stands, and what is to be done about it. */
export function FaxDetail({ fax, startPage }: FaxDetailProps): ReactNode {
  const router = useRouter();
  const number = otherNumber(fax);
  const caller = useCaller(number);
  const [task = null] = fax.tasks;
  const damaged = damagedText(fax.damaged);
  return (
    <Detail label="Fax">
      <DetailBack label="Back to the faxes" onBack={() => router.history.push(paths.faxes)} />
      <Header fax={fax} caller={caller} />
      <DeliveryPanel fax={fax} />
      {!isHiddenNumber(number) && (
        <CallerActions
          number={number}
          name={fax.dir === "SENT" ? "" : fax.callername}
          caller={caller}
          callText="Call"
          textText="Text"
          numberKind="fax"
          isAside
        />
      )}
      <TaskActions source={{ source: "fax", source_id: fax.id }} task={task} />
      {damaged !== "" && (
        <p className={classes.warning}>
          <FileWarning size={18} aria-hidden="true" />
          {damaged} Ask the sender to send {fax.damaged.length === 1 ? "it" : "them"} again if something is
          missing.
        </p>
      )}
      <FaxPages fax={fax} startPage={startPage} />
      <FaxTries tries={fax.attempts} pages={fax.pages} />
      <ItemReaders readers={fax.readers} />
    </Detail>
  );
}

interface HeaderProps extends FaxProps {
  readonly caller: ReturnType<typeof useCaller>;
}

function Header({ fax, caller }: HeaderProps): ReactNode {
  const { id: userId } = useUser();
  const line = useFaxLineName(fax.mailbox);
  const name = otherSide(fax, caller.name);
  const isSent = fax.dir === "SENT";
  const station = stationText(fax);
  const sender = fax.sent_by && (fax.sent_by.user_id === userId ? "you" : fax.sent_by.name);
  return (
    <CallerHeader
      caller={caller}
      name={name}
      title={isSent ? `To ${name}` : name}
      time={fax.time}
      about={[pagesText(fax.pages), isSent ? `from ${line}` : line, sender ? `sent by ${sender}` : ""]}
      actions={<FaxActions fax={fax} />}
    >
      {(fax.subject !== "" || station !== "") && (
        <DetailLine dir="auto">
          {[fax.subject, station && `Station ${station}`].filter(Boolean).join(" · ")}
        </DetailLine>
      )}
    </CallerHeader>
  );
}

export function FaxDetailSkeleton(): ReactNode {
  return (
    <DetailSkeleton avatarSize={64} lines={[130, 190]}>
      <Skeleton height={36} width={320} />
      <Skeleton height={420} radius="md" />
    </DetailSkeleton>
  );
}
