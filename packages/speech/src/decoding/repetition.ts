/** People say "no no no"; nobody says the same four words four times over. */
const REPEATS = 4;
const LONGEST_PHRASE = 12;
/** A single token may come back more often: digits of a number, "ha ha ha ha". */
const REPEATS_OF_ONE = 8;

/** Whether the end goes round in circles, as a model does that hears what it never learned. */
export function isRepeating(tokens: readonly number[]): boolean {
  for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
    const times = length === 1 ? REPEATS_OF_ONE : REPEATS;
    if (endsWithRepeats(tokens, length, times)) return true;
  }
  return false;
}

function endsWithRepeats(tokens: readonly number[], length: number, times: number): boolean {
  if (tokens.length < length * times) return false;
  for (let back = 1; back <= length * (times - 1); back += 1)
    if (tokens[tokens.length - back] !== tokens[tokens.length - back - length]) return false;
  return true;
}
