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

/** A muted microphone makes frames of eight bytes; the quietest room needs fifty. */
const SILENT_FRAME_BYTES = 10;

/**
 * RFC 7587 §3.1.3: senders mark silence by packets of one or two bytes. Those that do not still say it: RFC 6716
 * §4.2.3 puts the voice activity of a SILK frame into its first bit. That bit alone is not enough, as a steady tone is
 * no voice either, but it takes many more bytes than nothing does.
 */
export function isOpusSilence(payload: Uint8Array): boolean {
  if (payload.length <= 2) return true;
  const [head = 0, first = 0] = payload;
  const configuration = head >> 3;
  const isOneFrame = (head & 3) === 0 && (configuration < 12 ? (configuration & 3) < 2 : configuration < 16);
  return isOneFrame && payload.length <= SILENT_FRAME_BYTES && (first & 0x80) === 0;
}
