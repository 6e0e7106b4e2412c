/** Amplitude of one frequency in the samples (0 to 32768), by Goertzel's recurrence. */
export function amplitudeAt(samples: Int16Array, frequency: number, sampleRate: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sampleRate);
  let previous = 0;
  let beforeThat = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const value = (samples[at] ?? 0) + coefficient * previous - beforeThat;
    beforeThat = previous;
    previous = value;
  }
  const power = previous * previous + beforeThat * beforeThat - coefficient * previous * beforeThat;
  return samples.length === 0 ? 0 : (2 * Math.sqrt(Math.max(0, power))) / samples.length;
}
