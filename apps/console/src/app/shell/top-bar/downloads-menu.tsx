import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { UnreadBadge } from "@offhook/ui";
import { Download } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useDownloadList, useDownloads } from "../../../platform/downloads/downloads-context.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import classes from "./shell-menus.module.css";

const DownloadList = latePart(
  () => import("@offhook/ui/download-list"),
  "DownloadList",
  <div className={classes.waiting} />,
);

/** The user's files of this visit, with a count of those not yet looked at. */
export function DownloadsMenu(): ReactNode {
  const downloads = useDownloads();
  const items = useDownloadList();
  const [isOpen, setIsOpen] = useState(false);
  const newOnes = items.filter(({ isNew }) => isNew).length;

  useEffect(() => {
    if (isOpen && newOnes > 0) downloads.markSeen();
  }, [isOpen, newOnes, downloads]);

  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Downloads" disabled={isOpen}>
          <ActionIcon
            size="lg"
            data-tool="downloads"
            className={classes.trigger}
            aria-label={newOnes > 0 ? `Downloads, ${newOnes} new` : "Downloads"}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Download size={18} aria-hidden="true" />
            {/* The count is part of the button's name. */}
            <span className={classes.badge} aria-hidden="true">
              <UnreadBadge count={newOnes} label="new" />
            </span>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown data-shell-menu p={0} className={classes.dropdown} aria-label="Downloads">
        <DownloadList
          items={items}
          onCancel={(key) => downloads.cancel(key)}
          onRemove={(key) => downloads.remove(key)}
          onCancelAll={() => downloads.cancelAll()}
          onClearAll={() => downloads.clearAll()}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
