import { isSameHost } from "../grammar/host.ts";
import { withParameter } from "../grammar/parameters.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import { formatVia, Via, wantsRport } from "../messages/headers/via-header.ts";
import type { SipRequest } from "../messages/sip-message.ts";
import type { Flow } from "./flow.ts";

const DEFAULT_PORT = 5060;

/** RFC 3261 §18.2.1 and RFC 3581 §4: write down where a request really came from, in its topmost Via. */
export function markSource(request: SipRequest, flow: Flow): SipRequest {
  const [via, ...others] = request.headers.all(Via);
  if (!via) return request;
  const isAsked = wantsRport(via);
  const { address, port } = flow.remote;
  const isPlain = isSameHost(via.host.startsWith("[") ? via.host.slice(1, -1) : via.host, address);
  if (!isAsked && isPlain) return request;
  let parameters = withParameter(via.parameters, "received", address);
  if (isAsked) parameters = withParameter(parameters, "rport", String(port));
  return request.withHeaders(request.headers.withRead(Via, { ...via, parameters }, ...others));
}

/** RFC 3261 §18.2.2: over UDP without `rport` the answer goes to the port the Via names, at the source address. */
export function replyFlowFor(request: SipRequest, flow: Flow): Flow {
  if (flow.transport !== "UDP" || !flow.atPort || wantsRport(request.via)) return flow;
  // Nobody listens at port 0: whoever names it is answered where the request came from.
  const port = request.via.port === 0 ? flow.remote.port : (request.via.port ?? DEFAULT_PORT);
  return port === flow.remote.port ? flow : flow.atPort(port);
}

/** Our own Via on top of a request that is about to leave. `rport` also tells the far end's stack that we are modern. */
export function withOwnVia(request: SipRequest, flow: Flow, branch: string): SipRequest {
  const { host, port } = flow.local;
  const value = formatVia({
    protocol: "SIP/2.0",
    transport: flow.transport,
    host,
    port,
    parameters: [
      { name: "branch", value: branch },
      { name: "rport", value: undefined },
    ],
  });
  const entries = [{ key: "via", name: "Via", value }, ...request.headers.entries];
  return request.withHeaders(new SipHeaders(entries));
}
