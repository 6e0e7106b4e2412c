const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

function frameMs(configuration: number): number {
  if (configuration < 12) return SILK_MS[configuration & 3] ?? 20;
  if (configuration < 16) return HYBRID_MS[configuration & 1] ?? 20;
  return CELT_MS[configuration & 3] ?? 20;
}

/** RFC 6716 §3.1: the first byte tells frame length and count. Zero for a packet that breaks the rules. */
export function opusDurationMs(payload: Uint8Array): number {
  const head = payload[0];
  if (head === undefined) return 0;
  const code = head & 3;
  const frames = code === 3 ? (payload[1] ?? 0) & 0x3f : Math.min(code, 1) + 1;
  const duration = frames * frameMs(head >> 3);
  return duration > 120 ? 0 : duration;
}

/** RFC 7587 §3.1.3: senders mark silence by packets of one or two bytes. */
export const isOpusSilence = (payload: Uint8Array): boolean => payload.length <= 2;
