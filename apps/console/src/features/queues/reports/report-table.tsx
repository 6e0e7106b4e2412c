import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./report-table.module.css";
import type { ReportView } from "./report-view.ts";

/** The numbers of a report, each above that of the period before. */
export function ReportTable({ view }: { readonly view: ReportView }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label="Report table" tabIndex={0}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{view.title}</Table.Th>
            {view.columns.map((name) => (
              <Table.Th key={name} scope="col" className={classes.number}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {view.rows.map(({ key, label, cells }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" dir="auto">
                {label}
              </Table.Th>
              {cells.map(({ value, before }, index) => (
                <Table.Td key={view.columns[index]} className={classes.number}>
                  {value}
                  {before !== undefined && <span className={classes.before}>before: {before}</span>}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
