import type { VoicemailFilter, VoicemailFolder } from "@offhook/contract";
import { Mic } from "lucide-react";
import { memo, type ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { BoxListHead } from "../../boxes/index.ts";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { shownBoxes } from "../store/shown-boxes.ts";
import { useVoicemails } from "../use-voicemails.ts";

const FOLDERS: readonly { readonly value: VoicemailFolder | "all"; readonly label: string }[] = [
  { value: "INBOX", label: "Inbox" },
  { value: "SAVED", label: "Saved" },
  { value: "all", label: "All" },
];

const FILTERS: readonly { readonly value: VoicemailFilter; readonly label: string }[] = [
  { value: "all", label: "All voicemails" },
  { value: "new", label: "New" },
  { value: "mine", label: "Assigned to me" },
  { value: "unassigned", label: "Unassigned" },
  { value: "unresolved", label: "Unresolved" },
];

/** What the list shows, the way to the tasks, and what is done to all of it. */
// Opening a voicemail draws the list anew; its tools do not depend on that.
export const VoicemailListHead = memo(Head);

function Head(): ReactNode {
  const { list } = useVoicemails();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const activeVoicemails = useSettings((settings) => settings.activeVoicemails);
  const boxes = user.vox_boxes;
  return (
    <BoxListHead
      list={list}
      dirs={{ label: "Folder", options: FOLDERS }}
      filters={FILTERS}
      boxes={{
        label: "Box",
        allLabel: "All boxes",
        options: boxes.map(({ name, label }) => ({ value: name, label: label || name })),
        shown: shownBoxes(user, { filters, activeVoicemails }),
      }}
      menu={{
        type: "vox",
        noun: "voicemails",
        pages: boxes.map(({ name, label }) => ({
          label: boxes.length === 1 ? "Greetings" : `Greetings of ${label || name}`,
          icon: Mic,
          path: paths.voicemailBox(name),
        })),
      }}
    />
  );
}
