import type { Kysely } from "kysely";
import { ColumnTypeNode, generate, IdentifierNode, PostgresDialect } from "kysely-codegen";
import type { DB } from "./database-schema.ts";

/** The text of database-schema.ts for the tables of this database. Must agree with postgres-types.ts. */
export async function renderSchema(query: Kysely<DB>): Promise<string> {
  const dialect = new PostgresDialect({ dateParser: "string" });
  // The driver sends a JavaScript array as a PostgreSQL array, which no json column takes. Asking for a
  // string makes the compiler insist on JSON.stringify.
  dialect.adapter.definitions.Json = new ColumnTypeNode(
    new IdentifierNode("JsonValue"),
    new IdentifierNode("string"),
    new IdentifierNode("string"),
  );
  return generate({
    db: query,
    dialect,
    excludePattern: "migrations",
    outFile: null,
    typeMapping: { int8: "number" },
    typeOnlyImports: true,
  });
}
