/** What every dialog of the account menu is told. */
export interface HelpDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}
