import { FlaskConical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import { latePart } from "../../platform/rendering/late.tsx";
import classes from "./simulator.module.css";

const SimulatorDrawer = latePart(() => import("./simulator-drawer.tsx"), "SimulatorDrawer");

/** In the top bar of a demo, and nowhere else: the way to the drawer that moves its outside world. */
export function SimulatorHost(): ReactNode {
  const { config } = usePlatform();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (config.demo === null) return null;
  return (
    <>
      <button
        type="button"
        className={classes.pill}
        aria-label="Simulator"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        <FlaskConical size={16} aria-hidden="true" />
        <span className={classes.word}>Simulator</span>
      </button>
      {wasOpened && <SimulatorDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
