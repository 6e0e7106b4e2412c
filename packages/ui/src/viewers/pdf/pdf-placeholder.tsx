import { Loader } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./pdf-viewer.module.css";

export function PdfPlaceholder(): ReactNode {
  return (
    <div className={classes.message} role="status" aria-label="Loading document">
      <Loader size="md" />
    </div>
  );
}
