import { Loader, Switch } from "@mantine/core";
import type { FaxBox } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { Detail, DetailBack, DetailSection } from "@offhook/ui/detail";
import { useParams, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePeople } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { NoFaxAccess } from "../detail/fax-page.tsx";
import { useFaxLineName } from "../use-faxes.ts";
import classes from "./fax-line-page.module.css";
import { useFaxLine, useFaxLineUpdate } from "./use-fax-line.ts";

/** `/faxes/lines/{mailbox}`: who works with a line, how its faxes leave, and who gets mail about them. */
export function FaxLinePage(): ReactNode {
  const { mailbox } = useParams({ strict: false }) as { readonly mailbox: string };
  const { fax_lines: lines } = useUser();
  if (!lines.some(({ fax_line }) => fax_line === mailbox)) return <NoFaxAccess />;
  return <FaxLine key={mailbox} mailbox={mailbox} />;
}

function FaxLine({ mailbox }: { readonly mailbox: string }): ReactNode {
  const router = useRouter();
  const name = useFaxLineName(mailbox);
  const box = useFaxLine(mailbox);
  return (
    <Detail label={`Fax line ${name}`}>
      <header>
        <DetailBack label="Back to the faxes" onBack={() => router.history.push(paths.faxes)} />
        <h2 className={classes.title} dir="auto">
          {name}
        </h2>
        <p className={classes.note} data-numeric>
          {formatPhone(mailbox)}
        </p>
      </header>
      {box ? (
        <>
          <Switches box={box} />
          <Users box={box} />
        </>
      ) : (
        <Loader size="sm" aria-label="Loading" />
      )}
    </Detail>
  );
}

const WAYS: Readonly<Record<FaxBox["way"], string>> = {
  phone: "Faxes are sent over the phone line.",
  provider: "Faxes are sent by the fax provider.",
  none: "Faxes reach only fax lines of this server: no carrier or fax provider is connected.",
};

function Switches({ box }: { readonly box: FaxBox }): ReactNode {
  const update = useFaxLineUpdate(box.mailbox);
  const isLocked = !box.manageable;
  return (
    <DetailSection label="Options">
      <p className={classes.note}>{WAYS[box.way]}</p>
      {isLocked && (
        <p className={classes.note}>Only the owner and managers of this line can change the following.</p>
      )}
      <Switch
        label="Email new faxes"
        description="To everyone who works with this line, with the pages attached."
        checked={box.mail}
        disabled={isLocked}
        onChange={(event) => update({ mail: event.currentTarget.checked })}
      />
      <Switch
        label="Email receipts"
        description="To the person who sent the fax, when it has arrived or failed."
        checked={box.receipts}
        disabled={isLocked}
        onChange={(event) => update({ receipts: event.currentTarget.checked })}
      />
    </DetailSection>
  );
}

function Users({ box }: { readonly box: FaxBox }): ReactNode {
  const people = usePeople(({ byUserId }) => byUserId);
  const names = box.agents.flatMap((id) => people.get(id)?.name ?? []);
  if (names.length === 0) return null;
  return (
    <DetailSection label="People">
      <p className={classes.note}>{names.join(", ")}</p>
    </DetailSection>
  );
}
