import type { Flow } from "@offhook/sip";

/** Where we can be reached over this flow, as a Contact header. */
export function contactText(flow: Flow, user: string): string {
  const { host, port } = flow.local;
  const at = port === undefined ? host : `${host}:${port}`;
  return `<sip:${user}@${at};transport=${flow.transport.toLowerCase()}>`;
}
