import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

export interface KnownHostsOptions {
  readonly publicUrl: string;
  /** The address the server listens on. */
  readonly host: string;
  /** Names besides; `ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
}

const ALWAYS = ["localhost", "127.0.0.1", "::1"];

/** The name in a Host header or an address, without port and brackets, in small letters; undefined when it is none. */
function nameIn(host: string | undefined): string | undefined {
  const address = `http://${host ?? ""}`;
  if (!host || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^\[|\]$/g, "");
}

/**
 * The names this server is known by. A page of somebody else's can have its own name lead to this machine (DNS
 * rebinding), and its scripts then talk to a demo, with its known passwords, as if it were theirs: the browser sends
 * the name, so a name that is not ours gets no answer. Addresses of this machine's own interfaces are fine, because
 * no name server is asked for those.
 */
export function createKnownHosts(options: KnownHostsOptions): (host: string | undefined) => boolean {
  const { publicUrl, host, allowedHosts } = options;
  const known = new Set([...ALWAYS, new URL(publicUrl).hostname.replace(/^\[|\]$/g, "")]);
  for (const each of [isIP(host) === 6 ? `[${host}]` : host, ...allowedHosts]) {
    const name = nameIn(each);
    if (name !== undefined) known.add(name);
  }
  return (given) => {
    const name = nameIn(given);
    if (name === undefined) return false;
    return known.has(name) || (isIP(name) !== 0 && isOwnAddress(name));
  };
}

/** Asked each time, because a laptop moves from one network to another. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((own) => own.address.toLowerCase() === address),
  );
}

interface RedirectOptions extends KnownHostsOptions {
  readonly allowedOrigins: readonly string[];
  readonly demo: "off" | "on" | "big";
}

/**
 * Whether a provider's answer came back to our own sign-in page. A demo is opened by any name it answers to; in real
 * use there is one address, and those that are allowed to use the service as well.
 */
function createRedirectCheck(options: RedirectOptions): (address: string) => boolean {
  const origins = new Set([new URL(options.publicUrl).origin, ...options.allowedOrigins]);
  const isKnownHost = options.demo === "off" ? () => false : createKnownHosts(options);
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { origin, host, pathname, search, hash, username, password } = new URL(address);
    if (pathname !== "/login" || search + hash + username + password !== "") return false;
    return origins.has(origin) || isKnownHost(host);
  };
}

export interface HostChecks {
  readonly isKnownHost: ((host: string | undefined) => boolean) | undefined;
  readonly isOwnRedirect: (address: string) => boolean;
}

export function createHostChecks(options: RedirectOptions): HostChecks {
  return {
    isKnownHost: options.demo === "off" ? undefined : createKnownHosts(options),
    isOwnRedirect: createRedirectCheck(options),
  };
}
