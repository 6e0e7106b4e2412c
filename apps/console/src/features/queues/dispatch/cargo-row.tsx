import { ActionMenu } from "@offhook/ui";
import { GripVertical, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Row, RowTime } from "../dashboard/rows.tsx";
import classes from "./cargo-row.module.css";
import { useCarrying } from "./carrying.tsx";
import { accepts, type Cargo, moveWords } from "./dispatch-moves.ts";

export interface CargoRowProps {
  /** Undefined: it can be seen, but not moved. */
  readonly cargo: Cargo | undefined;
  readonly name: string;
  readonly about: string;
  readonly time?: ReactNode;
}

/** A call, a missed call or a task that can be carried: by its grip, by keyboard, or by the menu at its end. */
export function CargoRow({ cargo, name, about, time }: CargoRowProps): ReactNode {
  const carrying = useCarrying();
  const isCarried = cargo !== undefined && carrying.cargo?.id === cargo.id;
  return (
    <Row
      start={
        cargo && (
          <button
            type="button"
            className={classes.grip}
            aria-label={`Move ${cargo.name}`}
            aria-pressed={isCarried}
            onPointerDown={(event) => {
              if (event.button === 0) carrying.drag(cargo, event);
            }}
            onClick={({ currentTarget }) => carrying.pickUp(cargo, currentTarget)}
          >
            <GripVertical size={18} aria-hidden="true" />
          </button>
        )
      }
      name={name}
      about={about}
      isFaint={isCarried}
    >
      {time !== undefined && <RowTime>{time}</RowTime>}
      {cargo && (
        <ActionMenu
          label={`Send ${cargo.name} to…`}
          title="Send to…"
          icon={Send}
          actions={carrying.places
            .filter((place) => accepts(place, cargo))
            .map((place) => ({
              label: moveWords(place, cargo),
              onSelect: () => carrying.send(cargo, place),
            }))}
        />
      )}
    </Row>
  );
}
