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

/** Whose contacts to show: the browser comes back from there with this very page. */
export function returningProvider(): ContactProvider | undefined {
  return ContactProvider.safeParse(sessionStorage.getItem(PENDING_PROVIDER)).data;
}

/** The browser has come back from a provider: with the user's consent the account is connected. */
export function useAccountReturn(): void {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const router = useRouter();
  const snackbar = useSnackbar();
  useEffect(() => {
    const provider = returningProvider();
    const search = new URLSearchParams(window.location.search);
    const [code, state] = [search.get("code"), search.get("state")];
    if (provider === undefined) return;
    sessionStorage.removeItem(PENDING_PROVIDER);
    const failed = (): void => snackbar.show("The account could not be connected", { tone: "error" });
    // Somebody who went back by himself has nothing to be told.
    if (state === null) return;
    router.history.replace("/contacts");
    if (code === null) {
      failed();
      return;
    }
    const body = { provider, code, state, redirect_uri: accountReturnAddress() };
    client.finishContactAccount({ body }).then(() => {
      snackbar.show("Account connected");
      void queries.invalidateQueries({ queryKey: ["external-contacts", provider] });
    }, failed);
  }, [client, queries, router, snackbar]);
}
