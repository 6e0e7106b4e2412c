import type { VoicemailFolder } from "@offhook/contract";
import { EmptyState, PanePage, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { Voicemail } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { useUser } from "../session/index.ts";
import { useSettings } from "../settings/index.ts";
import { VoicemailListPane } from "./list/voicemail-list-pane.tsx";
import { shownBoxes } from "./store/shown-boxes.ts";
import { useVoicemails } from "./use-voicemails.ts";

interface OpenVoicemail {
  readonly mailbox?: string;
  readonly file?: string;
  readonly dir?: string;
}

/** `/voicemails` and all below it: the messages of the user's boxes, and one of them beside. */
export function VoicemailsArea(): ReactNode {
  const router = useRouter();
  const open = useMatches({
    select: (matches) => (matches.at(-1)?.params ?? {}) as OpenVoicemail,
    structuralSharing: true,
  });
  useBoxesOfSettings();
  useAddressedFolder(open);
  return (
    <Panes
      label="Voicemails"
      // A box alone is its own screen; with a folder behind it, it narrows the list.
      isDetailOpen={open.file !== undefined || (open.mailbox !== undefined && open.dir === undefined)}
      list={
        <VoicemailListPane
          selectedId={open.file}
          onOpen={(voicemail) => router.history.push(paths.voicemail(voicemail))}
        />
      }
    >
      <PanePage>
        <Outlet />
      </PanePage>
    </Panes>
  );
}

/** Boxes that are given, taken, or shown no more change what the list holds. */
function useBoxesOfSettings(): void {
  const { list } = useVoicemails();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const activeVoicemails = useSettings((settings) => settings.activeVoicemails);
  const wanted = shownBoxes(user, { filters, activeVoicemails }).join("\n");
  const follow = useEffectEvent((boxes: readonly string[]) => {
    list.select({ ...list.state.getState().choice, boxes });
  });
  useEffect(() => follow(wanted === "" ? [] : wanted.split("\n")), [wanted]);
}

const FOLDERS: ReadonlySet<string> = new Set<VoicemailFolder>(["INBOX", "SAVED"]);

/** An address without a message names a box, a folder, or both. */
function useAddressedFolder({ mailbox, file, dir }: OpenVoicemail): void {
  const { list } = useVoicemails();
  useEffect(() => {
    if (file !== undefined || dir === undefined || !FOLDERS.has(dir)) return;
    const { choice } = list.state.getState();
    list.select({
      ...choice,
      // One of the folders, as the line above has seen.
      dir: dir as VoicemailFolder,
      boxes: mailbox === undefined ? choice.boxes : [mailbox],
    });
  }, [list, mailbox, file, dir]);
}

/** `/voicemails` on a wide screen, before one is chosen. */
export function NoVoicemailChosen(): ReactNode {
  return <EmptyState icon={Voicemail}>Select a voicemail.</EmptyState>;
}
