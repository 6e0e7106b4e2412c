/** What can be drawn anew; an animation would lose its motion and a drawing of lines its sharpness. */
const DRAWABLE: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/bmp",
  "image/avif",
]);
const QUALITIES = [0.85, 0.7, 0.55] as const;
const LONGEST_SIDES = [2048, 1600, 1280, 960, 720, 480] as const;

export function isShrinkable(type: string): boolean {
  return DRAWABLE.has(type);
}

/** The picture as a JPEG of at most so many bytes; undefined when it cannot be made small enough. */
export async function shrinkPicture(file: Blob, maxBytes: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file);
  try {
    for (const side of LONGEST_SIDES) {
      for (const quality of QUALITIES) {
        const smaller = await drawn(picture, side, quality);
        if (smaller && smaller.size <= maxBytes) return smaller;
      }
    }
    return undefined;
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, longestSide: number, quality: number): Promise<Blob | undefined> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  // JPEG knows no transparency: what was clear would become black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", quality);
  });
}
