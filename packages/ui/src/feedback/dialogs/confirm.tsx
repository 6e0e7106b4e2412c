import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import type { ConfirmOptions, ConfirmRequest } from "./confirm-request.ts";
import type { DoNotShowStorage } from "./do-not-show.ts";

export type Confirm = (options?: ConfirmOptions) => Promise<boolean>;

// The dialog brings the focus trap and the scroll lock with it: not for the sign-in page to carry.
const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: Dialog } = await import("./confirm-dialog.tsx");
  return { default: Dialog };
});

const ConfirmContext = createContext<Confirm | undefined>(undefined);

export interface ConfirmProviderProps {
  readonly doNotShow: DoNotShowStorage;
  readonly children: ReactNode;
}

/** Asks one thing at a time: a question that comes while another is open waits for its answer. */
export function ConfirmProvider({ doNotShow, children }: ConfirmProviderProps): ReactNode {
  const [requests, setRequests] = useState<readonly ConfirmRequest[]>([]);
  const [answered, setAnswered] = useState<ConfirmRequest>();
  const nextKey = useRef(0);

  const confirm = useCallback<Confirm>(
    (options = {}) => {
      const isRemembered = options.id !== undefined && doNotShow.has(options.id);
      if (isRemembered && !options.isAlwaysShown) return Promise.resolve(true);
      return new Promise((resolve) => {
        nextKey.current += 1;
        const request = { ...options, key: nextKey.current, isRemembered, resolve };
        setRequests((waiting) => [...waiting, request]);
      });
    },
    [doNotShow],
  );

  const answer = (request: ConfirmRequest, isAccepted: boolean, isDoNotShowChecked: boolean): void => {
    // Only an accepted choice is kept: a remembered "no" would be a button that silently does nothing.
    if (isAccepted && isDoNotShowChecked && request.id !== undefined) doNotShow.remember(request.id);
    setAnswered(request);
    setRequests((waiting) => waiting.filter((each) => each.key !== request.key));
    request.resolve(isAccepted);
  };

  const [current] = requests;
  // The answered one stays painted while the dialog fades out.
  const shown = current ?? answered;
  return (
    <ConfirmContext value={confirm}>
      {children}
      {shown && (
        <Suspense fallback={null}>
          <ConfirmDialog request={shown} isOpen={current !== undefined} onAnswer={answer} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}

/** `if (await confirm({ title: "Delete contact?" })) ...` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}
