import { type RefObject, useEffect, useEffectEvent } from "react";

/** Files may be dropped anywhere in the conversation: in the nearest element around the box with `data-drop-area`. */
export function useFileDrop(
  box: RefObject<HTMLElement | null>,
  onFiles: ((files: readonly File[]) => void) | undefined,
): void {
  const take = useEffectEvent((files: readonly File[]) => onFiles?.(files));
  const isTaken = onFiles !== undefined;
  useEffect(() => {
    const area = box.current?.closest<HTMLElement>("[data-drop-area]");
    if (!area || !isTaken) return;
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      area.dataset.dropping = "";
    };
    const leave = (event: DragEvent): void => {
      if (!area.contains(event.relatedTarget as Node | null)) delete area.dataset.dropping;
    };
    const drop = (event: DragEvent): void => {
      delete area.dataset.dropping;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    area.addEventListener("dragover", over);
    area.addEventListener("dragleave", leave);
    area.addEventListener("drop", drop);
    return () => {
      delete area.dataset.dropping;
      area.removeEventListener("dragover", over);
      area.removeEventListener("dragleave", leave);
      area.removeEventListener("drop", drop);
    };
  }, [box, isTaken]);
}
