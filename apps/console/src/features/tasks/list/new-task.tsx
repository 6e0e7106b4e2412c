import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { NewTaskDialogProps } from "./new-task-dialog.tsx";

const NewTaskDialog = latePart(() => import("./new-task-dialog.tsx"), "NewTaskDialog");

export type NewTaskProps = Pick<NewTaskDialogProps, "onCreated">;

/** The way to a task that is about nothing that came in. */
export function NewTask({ onCreated }: NewTaskProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = (): void => {
    setOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<Plus size={15} aria-hidden="true" />}
        onClick={open}
        onPointerEnter={() => void NewTaskDialog.ahead()}
        onFocus={() => void NewTaskDialog.ahead()}
      >
        New task
      </Button>
      {wasOpened && <NewTaskDialog isOpen={isOpen} onClose={() => setOpen(false)} onCreated={onCreated} />}
    </>
  );
}
