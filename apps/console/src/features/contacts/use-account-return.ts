import { ContactProvider } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import { useQueryClient } from "../../platform/queries.ts";

const PENDING_PROVIDER = "offhook-contact-provider";

/** Where a provider sends the browser back to. */
export function accountReturnAddress(): string {
  return `${window.location.origin}/contacts`;
}

/** Which one the browser was sent to: what comes back does not say. */
export function rememberProvider(provider: ContactProvider): void {
  sessionStorage.setItem(PENDING_PROVIDER, provider);
}

/** The browser has come back from a provider with the user's consent: the account is connected. */
export function useAccountReturn(): void {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const router = useRouter();
  const snackbar = useSnackbar();
  useEffect(() => {
    const provider = ContactProvider.safeParse(sessionStorage.getItem(PENDING_PROVIDER)).data;
    const search = new URLSearchParams(window.location.search);
    const [code, state] = [search.get("code"), search.get("state")];
    if (provider === undefined || code === null || state === null) return;
    sessionStorage.removeItem(PENDING_PROVIDER);
    router.history.replace("/contacts");
    const body = { provider, code, state, redirect_uri: accountReturnAddress() };
    client.finishContactAccount({ body }).then(
      () => {
        snackbar.show("Account connected");
        void queries.invalidateQueries({ queryKey: ["external-contacts", provider] });
      },
      () => snackbar.show("The account could not be connected", { tone: "error" }),
    );
  }, [client, queries, router, snackbar]);
}
