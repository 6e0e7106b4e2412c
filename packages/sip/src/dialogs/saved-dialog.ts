import { MAX_SEQUENCE } from "../grammar/decimal.ts";
import { formatNameAddr } from "../grammar/name-addr.ts";
import { formatUri, parseUri } from "../grammar/uri.ts";
import { decodeUtf8, encodeUtf8 } from "../grammar/utf8.ts";
import type { Body } from "../messages/create-response.ts";
import { RecordRoute } from "../messages/headers/address-headers.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import type { Dialog } from "./dialog.ts";
import type { SessionInterval } from "./session-timers/session-interval.ts";

/** What a call agreed on besides its dialog. */
export interface UsageTerms {
  readonly interval: SessionInterval | undefined;
  /** Methods that the far end takes. */
  readonly allows: readonly string[];
  /** What we last said about our media. */
  readonly description: Body | undefined;
}

/** An answered call's dialog as plain data: what is needed to go on with it in another process. */
export interface SavedDialog extends Omit<Dialog, "remoteTarget" | "routeSet"> {
  readonly remoteTarget: string;
  readonly routeSet: readonly string[];
  readonly terms: Omit<UsageTerms, "description"> & {
    readonly description: { readonly type: string; readonly text: string } | undefined;
  };
}

/**
 * Requests of ours that went out after it was saved. RFC 3261 §12.2.2 lets numbers be left out, but none come twice.
 */
const SPARE_SEQUENCE = 1_000;

export function saveDialog(
  { remoteTarget, routeSet, ...dialog }: Dialog,
  { description, interval, allows }: UsageTerms,
): SavedDialog {
  return {
    ...dialog,
    remoteTarget: formatUri(remoteTarget),
    routeSet: routeSet.map(formatNameAddr),
    terms: {
      interval,
      allows,
      description: description && { type: description.type, text: decodeUtf8(description.content) },
    },
  };
}

/** Undefined for what is no dialog of ours. */
export function readDialog(
  saved: SavedDialog,
): { readonly dialog: Dialog; readonly terms: UsageTerms } | undefined {
  const { terms, remoteTarget: target, routeSet, ...dialog } = saved;
  const remoteTarget = parseUri(target);
  if (!remoteTarget) return undefined;
  const routes = SipHeaders.of(...routeSet.map((route) => ["Record-Route", route] as const)).all(RecordRoute);
  if (routes.length !== routeSet.length) return undefined;
  const { description, ...rest } = terms;
  const localSequence = Math.min(dialog.localSequence + SPARE_SEQUENCE, MAX_SEQUENCE);
  return {
    dialog: { ...dialog, remoteTarget, routeSet: routes, localSequence },
    terms: {
      ...rest,
      description: description && { type: description.type, content: encodeUtf8(description.text) },
    },
  };
}
