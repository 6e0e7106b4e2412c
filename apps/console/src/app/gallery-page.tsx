import { EmptyState } from "@offhook/ui";
import { Shapes } from "lucide-react";
import type { ReactNode } from "react";

/** Every part of the design system, for looking at. */
export function GalleryPage(): ReactNode {
  return (
    <main>
      <h1>Gallery</h1>
      <EmptyState icon={Shapes}>The parts of the design system will be shown here.</EmptyState>
    </main>
  );
}
