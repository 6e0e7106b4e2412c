import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useContactBook } from "../contact-book-context.ts";

/** Colleagues bring new addresses with their list, and those of other services do not end. */
const OWN = /^\d+$/;

interface Pictured {
  readonly id: string;
  readonly photo: string | null;
}

/**
 * The picture of a contact at an address that works. One that has run out is asked for anew; meanwhile what is on the
 * screen stays there, and what is not yet shows its initials.
 */
export function useContactPhoto({ id, photo }: Pictured): string | undefined {
  const { photos } = useContactBook();
  const renewed = useStore(photos.state, ({ byId }) => byId.get(id));
  const known = [photo, renewed].find((address) => address && !photos.isOver(address)) ?? undefined;
  const isOver = known === undefined && photo !== null && renewed !== null && OWN.test(id);
  const [shown, setShown] = useState({ id, address: known });
  // A row of a list is drawn again for another contact.
  const isNews = shown.id !== id || (known !== undefined && known !== shown.address);
  if (isNews) setShown({ id, address: known });
  useEffect(() => {
    if (isOver) photos.ask(id);
  }, [isOver, id, photos]);
  if (known !== undefined) return known;
  return isOver && !isNews ? shown.address : undefined;
}
