import pg from "pg";

const { builtins } = pg.types;

/** How values of the database become values of the program, the same for every connection. */
export function postgresTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.INT8, parseSafeInteger);
  // A calendar day has no time zone; a Date would move it by the server's offset.
  types.setTypeParser(builtins.DATE, (text: string) => text);
  return types;
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} cannot be held exactly in a number`);
  return value;
}
