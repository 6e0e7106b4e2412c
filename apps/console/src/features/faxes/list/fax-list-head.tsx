import { ActionIcon } from "@mantine/core";
import type { FaxDirection, FaxFilter } from "@offhook/contract";
import { useRouter } from "@tanstack/react-router";
import { Plus, Settings2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { BoxListHead } from "../../boxes/index.ts";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { shownFaxLines } from "../store/shown-fax-lines.ts";
import { useFaxes } from "../use-faxes.ts";

const DIRECTIONS: readonly { readonly value: FaxDirection | "all"; readonly label: string }[] = [
  { value: "all", label: "All" },
  { value: "INBOX", label: "Received" },
  { value: "SENT", label: "Sent" },
];

const FILTERS: readonly { readonly value: FaxFilter; readonly label: string }[] = [
  { value: "all", label: "All faxes" },
  { value: "failed", label: "Failed" },
  { value: "mine", label: "Assigned to me" },
  { value: "unresolved", label: "Unresolved" },
  { value: "unassigned", label: "Unassigned" },
];

/** What the list shows, a new fax, the way to the tasks, and what is done to all of it. */
// Opening a fax draws the list anew; its tools do not depend on that.
export const FaxListHead = memo(Head);

function Head(): ReactNode {
  const router = useRouter();
  const { list } = useFaxes();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const activeFaxes = useSettings((settings) => settings.activeFaxes);
  const lines = user.fax_lines;
  return (
    <BoxListHead
      list={list}
      dirs={{ label: "Direction", options: DIRECTIONS }}
      filters={FILTERS}
      boxes={{
        label: "Line",
        allLabel: "All lines",
        options: lines.map(({ fax_line, fax_linename }) => ({ value: fax_line, label: fax_linename })),
        shown: shownFaxLines(user, { filters, activeFaxes }),
      }}
      menu={{
        type: "fax",
        noun: "faxes",
        pages: lines.map(({ fax_line, fax_linename }) => ({
          label: lines.length === 1 ? "Line options" : `Options of ${fax_linename}`,
          icon: Settings2,
          path: paths.faxLine(fax_line),
        })),
      }}
    >
      <ActionIcon
        variant="light"
        aria-label="New fax"
        title="New fax"
        onClick={() => router.history.push(paths.newFax())}
      >
        <Plus size={18} aria-hidden="true" />
      </ActionIcon>
    </BoxListHead>
  );
}
