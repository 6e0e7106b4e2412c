interface CallPathOptions {
  readonly incoming?: boolean;
  readonly camera?: boolean;
}

/** The address of a call: `/calls/active/{id}`, with how it began in the query. */
export function activeCallPath(
  id: string,
  { incoming = false, camera = false }: CallPathOptions = {},
): string {
  const query = [...(incoming ? ["incoming=1"] : []), ...(camera ? ["camera=1"] : [])].join("&");
  return `/calls/active/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}`;
}

export function dialPadPath(number?: string): string {
  return number === undefined ? "/calls/new" : `/calls/new?number=${encodeURIComponent(number)}`;
}
