import sharp from "sharp";
import type { Portrait } from "./demo-people.ts";

const SIDE_PX = 256;

/** A flat drawing of head and shoulders. */
export function drawPortrait(portrait: Portrait): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(portrait)))
    .resize(SIDE_PX, SIDE_PX)
    .png({ palette: true })
    .toBuffer();
}

function svgOf({ backdrop, skin, hair, clothes, cut, glasses = false }: Portrait): string {
  const shade = `fill="#000" fill-opacity="0.14"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
    <rect width="100" height="100" fill="${backdrop}"/>
    ${BEHIND[cut](hair)}
    <path d="M12 100c2-20 16-28 38-28s36 8 38 28z" fill="${clothes}"/>
    <path d="M42 58h16v16c0 6-16 6-16 0z" fill="${skin}"/>
    <path d="M42 64c5 5 11 5 16 0v4c-5 5-11 5-16 0z" ${shade}/>
    <ellipse cx="50" cy="45" rx="18" ry="22" fill="${skin}"/>
    ${IN_FRONT[cut](hair)}
    <circle cx="43" cy="46" r="1.9" fill="#241c17"/><circle cx="57" cy="46" r="1.9" fill="#241c17"/>
    <path d="M43 56c4 4 10 4 14 0" fill="none" stroke="#241c17" stroke-width="1.8" stroke-linecap="round"/>
    ${glasses ? GLASSES : ""}
  </svg>`;
}

const GLASSES = `<g fill="none" stroke="#2b2b2b" stroke-width="1.5">
  <circle cx="43" cy="46" r="5.5"/><circle cx="57" cy="46" r="5.5"/><path d="M48.5 46h3"/></g>`;

type Shape = (fill: string) => string;
const nothing: Shape = () => "";
const crown: Shape = (fill) =>
  `<path d="M31 44c-2-20 8-26 19-26s21 6 19 26c-3-9-8-14-19-14s-16 5-19 14z" fill="${fill}"/>`;
const parted: Shape = (fill) =>
  `<path d="M31 46c-3-22 8-28 19-28s22 6 19 28c-2-8-6-12-12-16-6 6-16 8-26 16z" fill="${fill}"/>`;

const BEHIND: Readonly<Record<Portrait["cut"], Shape>> = {
  short: nothing,
  bald: nothing,
  headscarf: (fill) =>
    `<path d="M50 15c20 0 25 16 24 34-1 16-6 28-10 34H36c-4-6-9-18-10-34-1-18 4-34 24-34z" fill="${fill}"/>`,
  bob: (fill) => `<path d="M26 62c-4-30 6-45 24-45s28 15 24 45c-6 3-42 3-48 0z" fill="${fill}"/>`,
  long: (fill) => `<path d="M25 84c-3-42 3-67 25-67s28 25 25 67c-8 4-42 4-50 0z" fill="${fill}"/>`,
  bun: (fill) => `<circle cx="50" cy="17" r="10" fill="${fill}"/>`,
  curls: (fill) =>
    [
      [33, 32, 13],
      [50, 24, 15],
      [67, 32, 13],
      [29, 47, 10],
      [71, 47, 10],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`)
      .join(""),
};

const IN_FRONT: Readonly<Record<Portrait["cut"], Shape>> = {
  short: crown,
  bald: nothing,
  headscarf: (fill) =>
    `<path fill-rule="evenodd" d="M50 15c20 0 25 16 24 34-1 18-6 34-24 34S27 67 26 49c-1-18 4-34 24-34zm0 12c-12 0-16 8-16 19 0 12 6 20 16 20s16-8 16-20c0-11-4-19-16-19z" fill="${fill}"/>`,
  bob: parted,
  long: parted,
  bun: crown,
  curls: (fill) => `<path d="M32 40c2-12 8-17 18-17s16 5 18 17c-4-6-9-8-18-8s-14 2-18 8z" fill="${fill}"/>`,
};
