import type { MantineColorsTuple } from "@mantine/core";

/** The one accent: a deep harbor teal-blue. Shade 7 carries white text (6.1:1), shade 3 is the link color on dark. */
export const harbor: MantineColorsTuple = [
  "#eef8fc",
  "#d9f1f9",
  "#b4e2f2",
  "#89cee7",
  "#5ab7d5",
  "#349fbe",
  "#1a85a3",
  "#0a6b84",
  "#0a576c",
  "#0c4556",
];

export const gray: MantineColorsTuple = [
  "#f7fafc",
  "#f1f4f6",
  "#e7eaec",
  "#d5dee3",
  "#c0c9ce",
  "#9da6ab",
  "#6e767a",
  "#545c60",
  "#373e42",
  "#1e2529",
];

/** Mantine builds its dark scheme from this tuple: 0 is text, 7 the body, 4 the borders. */
export const dark: MantineColorsTuple = [
  "#dde6eb",
  "#bdc6ca",
  "#a4acb1",
  "#7f888c",
  "#474e52",
  "#333b3e",
  "#252d30",
  "#1c2326",
  "#141b1e",
  "#0d1417",
];

export const red: MantineColorsTuple = [
  "#fef2f1",
  "#fee0dd",
  "#fec4be",
  "#ffa098",
  "#f97770",
  "#ed5350",
  "#d73337",
  "#ba1d27",
  "#9e141e",
  "#80161a",
];

export const green: MantineColorsTuple = [
  "#f0f7f2",
  "#d9eedf",
  "#b6e1c3",
  "#8ecfa4",
  "#60bb83",
  "#30a867",
  "#009253",
  "#007a44",
  "#006738",
  "#00542d",
];

export const amber: MantineColorsTuple = [
  "#faf4ed",
  "#f5e5d3",
  "#eeceaa",
  "#e3b47d",
  "#d49648",
  "#c57d01",
  "#a96b00",
  "#8e5900",
  "#774a00",
  "#613b00",
];
