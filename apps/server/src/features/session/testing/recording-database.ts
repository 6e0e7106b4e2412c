import type { KyselyPlugin } from "kysely";
import { PostgresQueryCompiler } from "kysely";
import type { Database, Transaction } from "../../../database/database.ts";

/** Passes everything on and writes down each statement, without its values. */
export function recordStatements(database: Database, statements: string[]): Database {
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(compiler.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const recordTransaction = (tx: Transaction): Transaction => ({
    query: tx.query.withPlugin(plugin),
    publish: (event) => tx.publish(event),
    onCommit: (task) => tx.onCommit(task),
    nested: (work) => tx.nested((inner) => work(recordTransaction(inner))),
  });
  return {
    ...database,
    query: database.query.withPlugin(plugin),
    transaction: (work) => database.transaction((tx) => work(recordTransaction(tx))),
  };
}
