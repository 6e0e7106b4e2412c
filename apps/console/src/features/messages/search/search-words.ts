/** From so many letters on there is something to look for. */
export const SHORTEST_SEARCH = 2;
