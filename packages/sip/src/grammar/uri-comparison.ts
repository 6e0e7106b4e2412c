import { isUriParameterCode } from "./character-classes.ts";
import { escapeText, unescapeText } from "./escapes.ts";
import { isSameHost } from "./host.ts";
import { findParameter, type ParameterList } from "./parameters.ts";
import { formatUri, type SipUri, type Uri } from "./uri.ts";

/** RFC 3261 §19.1.4: a URI that has one of these differs from one that has not. */
const TELLING_PARAMETERS = ["user", "ttl", "method", "maddr", "transport"];

const UNRESERVED = /[\w.!~*'()-]/;

/** Unreserved characters equal their escapes, reserved ones do not: decode the former, spell the latter one way. */
function normalize(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%[0-9a-fA-F]{2}/g, (pair) => {
    const character = unescapeText(pair);
    return UNRESERVED.test(character) ? character : pair.toUpperCase();
  });
}

/** Whether two URIs name the same resource by RFC 3261 §19.1.4. Not by letter: `sip:A@h` and `sip:A@H` are one. */
export function isSameUri(left: Uri, right: Uri): boolean {
  if (left.kind === "sip" && right.kind === "sip") return isSameSipUri(left, right);
  if (left.kind === "tel" && right.kind === "tel") {
    return (
      plainNumber(left.number) === plainNumber(right.number) &&
      hasSameShared(left.parameters, right.parameters, left.parameters) &&
      hasSameShared(right.parameters, left.parameters, right.parameters)
    );
  }
  return left.kind === right.kind && formatUri(left) === formatUri(right);
}

const plainNumber = (number: string): string => number.replace(/[-.()]/g, "").toLowerCase();

function isSameSipUri(left: SipUri, right: SipUri): boolean {
  return (
    left.isSecure === right.isSecure &&
    normalize(left.user ?? "") === normalize(right.user ?? "") &&
    left.password === right.password &&
    isSameHost(left.host, right.host) &&
    left.port === right.port &&
    hasSameTelling(left.parameters, right.parameters) &&
    hasSameHeaders(left.headers, right.headers)
  );
}

function hasSameTelling(left: ParameterList, right: ParameterList): boolean {
  for (const name of TELLING_PARAMETERS) {
    const own = findParameter(left, name);
    const other = findParameter(right, name);
    if ((own === undefined) !== (other === undefined)) return false;
  }
  return left.every(({ name, value }) => {
    const other = findParameter(right, name.toLowerCase());
    return other === undefined || isSameValue(value, other.value);
  });
}

function hasSameShared(left: ParameterList, right: ParameterList, names: ParameterList): boolean {
  return names.every(({ name }) => {
    const own = findParameter(left, name.toLowerCase());
    const other = findParameter(right, name.toLowerCase());
    return own !== undefined && other !== undefined && isSameValue(own.value, other.value);
  });
}

function isSameValue(left: string | undefined, right: string | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  return normalize(left).toLowerCase() === normalize(right).toLowerCase();
}

function hasSameHeaders(left: ParameterList, right: ParameterList): boolean {
  if (left.length !== right.length) return false;
  const key = ({ name, value }: { name: string; value: string | undefined }): string =>
    `${name.toLowerCase()}=${escapeText(unescapeText(value ?? ""), isUriParameterCode)}`;
  const others = right.map(key).sort();
  return left
    .map(key)
    .sort()
    .every((each, index) => each === others[index]);
}
