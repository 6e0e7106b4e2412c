import type { ContactProvider } from "@offhook/contract";

const PENDING_PROVIDER = "offhook-contact-provider";
const PROVIDERS: Readonly<Record<ContactProvider, true>> = { google: true, microsoft: true };

export function providerNamed(name: string | null | undefined): ContactProvider | undefined {
  return typeof name === "string" && Object.hasOwn(PROVIDERS, name) ? (name as ContactProvider) : undefined;
}

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
  return providerNamed(sessionStorage.getItem(PENDING_PROVIDER));
}

export function forgetProvider(): void {
  sessionStorage.removeItem(PENDING_PROVIDER);
}
