import type { Contact } from "@offhook/contract";
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { ContactDraft } from "./contact-draft.ts";
import { LazyContactDialog } from "./lazy-contact-dialog.ts";

const ImportDialog = latePart(() => import("../import/import-dialog.tsx"), "ImportDialog");
const ExportDialog = latePart(() => import("../export-dialog.tsx"), "ExportDialog");

export interface ContactDialogActions {
  create(given: Partial<ContactDraft>): void;
  edit(contact: Contact): void;
  importFile(): void;
  exportFile(): void;
}

type OpenDialog =
  | { readonly kind: "contact"; readonly contact: Contact | undefined; readonly given: Partial<ContactDraft> }
  | { readonly kind: "import" }
  | { readonly kind: "export" };

const ContactDialogsContext = createContext<ContactDialogActions | undefined>(undefined);

export function useContactDialogs(): ContactDialogActions {
  const actions = useContext(ContactDialogsContext);
  if (!actions) throw new Error("useContactDialogs needs ContactDialogs above it");
  return actions;
}

/** The dialogs of the address book, one at a time; each is loaded when it is first wanted. */
export function ContactDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const [open, setOpen] = useState<OpenDialog>();
  const actions = useMemo<ContactDialogActions>(
    () => ({
      create: (given) => setOpen({ kind: "contact", contact: undefined, given }),
      edit: (contact) => setOpen({ kind: "contact", contact, given: {} }),
      importFile: () => setOpen({ kind: "import" }),
      exportFile: () => setOpen({ kind: "export" }),
    }),
    [],
  );
  const router = useRouter();
  const show = (id: string): void => router.history.push(paths.contact(id));
  const close = (): void => setOpen(undefined);
  return (
    <ContactDialogsContext value={actions}>
      {children}
      {open?.kind === "contact" && (
        <LazyContactDialog contact={open.contact} given={open.given} onSaved={show} onClose={close} />
      )}
      {open?.kind === "import" && <ImportDialog onClose={close} />}
      {open?.kind === "export" && <ExportDialog onClose={close} />}
    </ContactDialogsContext>
  );
}
