/** The four numbers of an IPv4 address, also of one that is written as IPv6. */
function octetsOf(address: string): readonly number[] | undefined {
  const found = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i.exec(address);
  const octets = found?.slice(1).map(Number);
  return octets?.every((octet) => octet <= 255) ? octets : undefined;
}

const isIpv6 = (address: string): boolean => /^[\da-f:]+$/i.test(address) && address.split(":").length > 2;

export function isLoopback(address: string): boolean {
  const octets = octetsOf(address);
  return octets ? octets[0] === 127 : isIpv6(address) && /^[0:]*:0*1$/.test(address);
}

/** The address of one peer: not of a group, of everybody or of nobody, and no name that somebody would have to look up. */
export function isUnicast(address: string): boolean {
  const first = octetsOf(address)?.[0];
  if (first !== undefined) return first > 0 && first < 224;
  return isIpv6(address) && !/^ff/i.test(address) && !/^[0:]+$/.test(address);
}
