import { Button, Group, Progress, Stack } from "@mantine/core";
import type { ContactImport } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import classes from "./import-dialog.module.css";

const POLL_MS = 3_000;

export interface ImportProgressProps {
  readonly started: ContactImport;
  readonly onClose: () => void;
}

/** How far it has got, what came of it, and a way back. */
export function ImportProgress({ started, onClose }: ImportProgressProps): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const current = useImport(started);
  const [isUndoing, setIsUndoing] = useState(false);
  const undo = async (): Promise<void> => {
    setIsUndoing(true);
    try {
      await client.undoContactImport({ query: { id: String(started.id) } });
      snackbar.show("The import was undone");
      onClose();
    } catch {
      snackbar.show("The import could not be undone", { tone: "error" });
    } finally {
      setIsUndoing(false);
    }
  };
  const isRunning = current.state === "running";
  const share = current.total === 0 ? 0 : (current.processed / current.total) * 100;
  return (
    <Stack gap="md">
      <Progress value={isRunning ? share : 100} aria-label="Progress of the import" animated={isRunning} />
      <p className={classes.counts} role="status">
        {sentenceOf(current)}
      </p>
      {current.errors.length > 0 && (
        <ul className={classes.errors} aria-label="Rows that were left out">
          {current.errors.map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end" gap="sm">
        {current.state === "done" && current.added + current.merged > 0 && (
          <Button variant="default" loading={isUndoing} onClick={() => void undo()}>
            Undo the import
          </Button>
        )}
        <Button onClick={onClose}>{isRunning ? "Continue in the background" : "Close"}</Button>
      </Group>
    </Stack>
  );
}

function sentenceOf({
  state,
  processed,
  total,
  added,
  merged,
  skipped,
  failed,
  message,
}: ContactImport): string {
  if (state === "running") return `${processed} of ${total} contacts`;
  if (state === "failed") return message ?? "The import failed. Nothing was changed.";
  if (state === "undone") return "The import was undone.";
  const parts = [
    `${added} added`,
    merged > 0 ? `${merged} merged` : "",
    skipped > 0 ? `${skipped} skipped` : "",
    failed > 0 ? `${failed} left out` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** Told by push; asked now and then as well, in case a message was lost. */
function useImport(started: ContactImport): ContactImport {
  const { client } = usePlatform();
  const [told, setTold] = useState(started);
  usePushEvent("CONTACT_IMPORT", ({ import: update }) => {
    if (update.id === started.id) setTold(update);
  });
  const { data } = useQuery({
    queryKey: ["contact-import", started.id],
    queryFn: () => client.getContactImport({ query: { id: String(started.id) } }),
    refetchInterval: told.state === "running" ? POLL_MS : false,
    enabled: told.state === "running",
  });
  return data && data.processed > told.processed && told.state === "running" ? data : told;
}
