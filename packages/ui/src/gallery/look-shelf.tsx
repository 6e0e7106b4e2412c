import { Anchor, Button, Checkbox, Switch, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "../brand/logo.tsx";
import { Wordmark } from "../brand/wordmark.tsx";
import { backgroundNames, backgrounds } from "../theme/background.ts";
import { sectionColor, sectionNames, sectionSoftColor } from "../theme/section-colors.ts";
import classes from "./gallery.module.css";
import { Shelf, Specimen } from "./specimen.tsx";

export function LookShelf(): ReactNode {
  return (
    <Shelf title="Look">
      <Specimen name="Mark and name">
        <div className={classes.row}>
          <Logo size={64} />
          <Logo size={32} />
          <Logo size={16} />
          <Wordmark height={36} />
        </div>
      </Specimen>
      <Specimen name="Buttons">
        <div className={classes.row}>
          <Button>Save</Button>
          <Button variant="default">Cancel</Button>
          <Button variant="light">Later</Button>
          <Button color="red">Delete</Button>
          <Button disabled>Save</Button>
          <Button loading>Save</Button>
        </div>
      </Specimen>
      <Specimen name="Text and fields">
        <Text>
          Calls, texts and chat. <Anchor href="#look">A link</Anchor>
        </Text>
        <Text size="sm" c="dimmed" mb="sm">
          Last call <time>03:05 PM</time>, two minutes.
        </Text>
        <TextInput label="First name" placeholder="Ana" mb="sm" />
        <TextInput label="Email" defaultValue="ana@" error="Email must be valid" mb="sm" />
        <div className={classes.row}>
          <Checkbox label="Attach logs" defaultChecked />
          <Switch label="Do not disturb" />
        </div>
      </Specimen>
      <Specimen name="Section colors" isWide>
        <div className={classes.swatches}>
          {sectionNames.map((section) => (
            <div
              key={section}
              className={classes.swatch}
              style={{ color: sectionColor(section), background: sectionSoftColor(section) }}
            >
              {section}
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Backgrounds" isWide>
        <div className={classes.swatches}>
          {backgroundNames.map((name) => (
            <div
              key={name}
              className={classes.ground}
              style={{ background: `light-dark(${backgrounds[name].light}, ${backgrounds[name].dark})` }}
            >
              {name}
            </div>
          ))}
        </div>
      </Specimen>
    </Shelf>
  );
}
