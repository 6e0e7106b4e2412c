/** Paper that was scanned or photographed is no darker than this. */
const DARKEST_PAPER = 150;
/** Tones this near to the most frequent one are paper too. */
const NEAR = 14;
/** A page has that much paper; of a picture hardly one tone fills so much. */
const PAPER_SHARE = 0.4;

/** Scanned paper is gray, and would be sent as a cloud of dots: makes it white, and all else lighter with it. */
export function whitenPaper(gray: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256);
  for (const tone of gray) counts[tone] = (counts[tone] ?? 0) + 1;
  let paper = DARKEST_PAPER;
  for (let tone = DARKEST_PAPER; tone < 256; tone++)
    if ((counts[tone] ?? 0) > (counts[paper] ?? 0)) paper = tone;
  const share = counts.subarray(paper - NEAR, paper + NEAR + 1).reduce((sum, count) => sum + count, 0);
  if (paper + NEAR >= 255 || share < gray.length * PAPER_SHARE) return gray;
  const white = paper - NEAR;
  const tones = Uint8Array.from({ length: 256 }, (_, tone) =>
    Math.min(255, Math.round((tone * 255) / white)),
  );
  return gray.map((tone) => tones[tone] ?? tone);
}
