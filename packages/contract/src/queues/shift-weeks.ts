// Apart from the schemas: the console asks this and must not load them for it.

/** For so many weeks in a row a shift can be written at once. */
export const MAX_SHIFT_WEEKS = 26;
