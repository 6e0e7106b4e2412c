/** Pure. Addresses of private files say themselves until when they work, in milliseconds; all others work forever. */
export function isAddressOver(address: string, now: number): boolean {
  const expires = /[?&]expires=(\d+)/.exec(address)?.[1];
  return expires !== undefined && Number(expires) <= now;
}
