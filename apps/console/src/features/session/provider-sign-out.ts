import type { OidcProvider } from "@offhook/contract";

/** Where the provider ends its own session and sends the browser back from; undefined for one that ends none. */
export function signOutAddress(
  { end_session_endpoint, client_id }: OidcProvider,
  origin: string,
  username: string,
): string | undefined {
  if (end_session_endpoint === undefined) return undefined;
  const url = new URL(end_session_endpoint);
  url.searchParams.set("client_id", client_id);
  // Known to the provider already: it sends people back there from signing in.
  url.searchParams.set("post_logout_redirect_uri", `${origin}/login`);
  // Whose session it is: without that the provider may ask which one to end.
  url.searchParams.set("logout_hint", username);
  return url.href;
}
