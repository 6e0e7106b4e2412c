import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAccountQueries } from "../../platform/api/account-queries.ts";
import { paths } from "../../platform/navigation/paths.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { accountReturnAddress, forgetProvider, returningProvider } from "./contact-accounts.ts";

/** The browser has come back from a provider: with the user's consent the account is connected. */
export function useAccountReturn(): void {
  const { client } = usePlatform();
  const queries = useAccountQueries();
  const router = useRouter();
  const snackbar = useSnackbar();
  useEffect(() => {
    const provider = returningProvider();
    const search = new URLSearchParams(window.location.search);
    const [code, state] = [search.get("code"), search.get("state")];
    if (provider === undefined) return;
    forgetProvider();
    const failed = (): void => snackbar.show("The account could not be connected", { tone: "error" });
    // A user who went back without an answer needs no message.
    if (state === null) return;
    router.history.replace(paths.contacts);
    if (code === null) {
      failed();
      return;
    }
    const body = { provider, code, state, redirect_uri: accountReturnAddress() };
    client.finishContactAccount({ body }).then(() => {
      snackbar.show("Account connected");
      queries.invalidate(["external-contacts", provider]);
    }, failed);
  }, [client, queries, router, snackbar]);
}
