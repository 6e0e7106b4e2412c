import type { FaxDirection } from "@offhook/contract";
import { EmptyState, PanePage, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { useUser } from "../session/index.ts";
import { useSettings } from "../settings/index.ts";
import { FaxListPane } from "./list/fax-list-pane.tsx";
import { shownFaxLines } from "./store/shown-fax-lines.ts";
import { useFaxes } from "./use-faxes.ts";

interface OpenFax {
  readonly mailbox?: string;
  readonly file?: string;
  readonly dir?: string;
}

interface Opened {
  readonly params: OpenFax;
  readonly name: string | undefined;
}

/** `/faxes` and all below it: the faxes of the user's lines, and one of them, or a new one, beside. */
export function FaxesArea(): ReactNode {
  const router = useRouter();
  const { params: open, name } = useMatches({
    select: (matches): Opened => ({
      params: (matches.at(-1)?.params ?? {}) as OpenFax,
      name: matches.at(-1)?.staticData.name,
    }),
    structuralSharing: true,
  });
  useLinesOfSettings();
  useAddressedDirection(open);
  const isScreen = name === "faxes-new" || name === "faxes-lines-mailbox";
  return (
    <Panes
      label="Faxes"
      // A line alone is its own screen; with a direction behind it, it narrows the list.
      isDetailOpen={open.file !== undefined || isScreen}
      list={
        <FaxListPane
          selectedId={open.file}
          onOpen={(fax) => router.history.push(paths.fax(fax))}
          onNew={() => router.history.push(paths.newFax())}
        />
      }
    >
      <PanePage>
        <Outlet />
      </PanePage>
    </Panes>
  );
}

/** Lines that are given, taken, or shown no more change what the list holds. */
function useLinesOfSettings(): void {
  const { list } = useFaxes();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const activeFaxes = useSettings((settings) => settings.activeFaxes);
  const wanted = shownFaxLines(user, { filters, activeFaxes }).join("\n");
  const follow = useEffectEvent((lines: readonly string[]) => {
    list.select({ ...list.state.getState().choice, boxes: lines });
  });
  useEffect(() => follow(wanted === "" ? [] : wanted.split("\n")), [wanted]);
}

const DIRECTIONS: ReadonlySet<string> = new Set<FaxDirection>(["INBOX", "SENT"]);

/** An address without a fax names a line, a direction, or both. */
function useAddressedDirection({ mailbox, file, dir }: OpenFax): void {
  const { list } = useFaxes();
  useEffect(() => {
    if (file !== undefined || dir === undefined || !DIRECTIONS.has(dir)) return;
    const { choice } = list.state.getState();
    list.select({
      ...choice,
      // One of the directions, as the line above has seen.
      dir: dir as FaxDirection,
      boxes: mailbox === undefined ? choice.boxes : [mailbox],
    });
  }, [list, mailbox, file, dir]);
}

/** `/faxes` on a wide screen, before one is chosen. */
export function NoFaxChosen(): ReactNode {
  return <EmptyState icon={Printer}>Select a fax.</EmptyState>;
}
