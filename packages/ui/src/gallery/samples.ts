function picture(markup: string, width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${markup}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Drawn, so that the gallery needs nobody's face and no file. */
export const samplePhoto = picture(
  '<rect width="96" height="96" fill="#d9b48f"/><circle cx="48" cy="40" r="20" fill="#8a5a3c"/><path d="M10 96c4-26 20-36 38-36s34 10 38 36z" fill="#0a6b84"/>',
  96,
  96,
);

function harbor(sky: string, sea: string, light: string): string {
  return picture(
    `<rect width="960" height="600" fill="${sky}"/><circle cx="720" cy="170" r="60" fill="${light}"/><path d="M0 380h960v220H0z" fill="${sea}"/><path d="M180 380V210l28-30 28 30v170z" fill="#f4f0ec"/><path d="M180 260h56v34h-56zM180 330h56v34h-56z" fill="#ba1d27"/><path d="M520 400h240l-40 54H560z" fill="#373e42"/><path d="M636 396V250l110 146z" fill="#f4f0ec"/>`,
    960,
    600,
  );
}

export const sampleImages = [
  { name: "Harbor by day.png", src: harbor("#b4e2f2", "#1a85a3", "#ffe58a") },
  { name: "Harbor by night.png", src: harbor("#141b1e", "#0c4556", "#e7eaec") },
  { name: "Missing.png", src: "data:image/png,torn" },
];

export interface SamplePerson {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

const FIRST = ["Ana", "Ben", "Chloe", "Dmitri", "Elif", "Farid", "Grace", "Hugo", "Ines", "Jun"];
const LAST = ["Reyes", "Okafor", "Marsh", "Novak", "Yilmaz", "Haddad", "Lindqvist", "Park"];

export const samplePeople: readonly SamplePerson[] = Array.from({ length: 5000 }, (_, index) => ({
  id: String(index),
  name: `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]}`,
  detail: `(212) 555-01${String(index % 100).padStart(2, "0")}`,
}));
