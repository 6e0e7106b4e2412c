/** Optional leading 1, then a digit 2 to 9, then nine digits. */
const US_NUMBER = /^1?[2-9]\d{9}$/;

export function isUsNumber(digits: string): boolean {
  return US_NUMBER.test(digits);
}

/** A ten-digit number gets the country code 1 in front, unless it begins with 0 or 1. */
export function withLeadingOne(digits: string): string {
  return /^[2-9]\d{9}$/.test(digits) ? `1${digits}` : digits;
}

/** '12125550110' and '2125550110' to '(212) 555-0110'; every other value stays as it is. */
export function formatPhone(value: string): string {
  const match = /^\+?1?(\d{3})(\d{3})(\d{4})$/.exec(value);
  if (!match) return value;
  const [, area, exchange, line] = match;
  return `(${area}) ${exchange}-${line}`;
}
