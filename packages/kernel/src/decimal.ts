/** Digits only, leading zeros allowed. Undefined when it is no number or a larger one than `max`. */
export function parseDecimal(text: string, max: number): number | undefined {
  if (text.length === 0) return undefined;
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
    if (value > max) return undefined;
  }
  return value;
}
