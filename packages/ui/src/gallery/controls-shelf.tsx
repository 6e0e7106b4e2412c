import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { createEmojiMemory } from "../emoji/emoji-memory.ts";
import { EmojiPicker } from "../emoji/emoji-picker.tsx";
import { LevelMeter } from "../inputs/level-meter.tsx";
import { ShortcutRecorder } from "../inputs/shortcut-recorder.tsx";
import { SchedulePicker } from "../pickers/schedule-picker.tsx";
import { type StatusDuration, StatusDurationSelect } from "../pickers/status-duration-select.tsx";
import { EmojiText } from "../text/emoji-text.tsx";
import classes from "./gallery.module.css";
import { Shelf, Specimen } from "./specimen.tsx";

const memory = createEmojiMemory(window.localStorage);
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

export function ControlsShelf(): ReactNode {
  return (
    <Shelf title="Controls">
      <Specimen name="Scheduling picker">
        <ScheduleSpecimen />
      </Specimen>
      <Specimen name="Status duration">
        <DurationSpecimen />
      </Specimen>
      <Specimen name="Shortcut recorder: set, empty, conflict">
        <ShortcutSpecimen />
      </Specimen>
      <Specimen name="Level meter">
        <LevelSpecimen />
      </Specimen>
      <Specimen name="Emoji picker">
        <EmojiSpecimen />
      </Specimen>
    </Shelf>
  );
}

function ScheduleSpecimen(): ReactNode {
  const [value, setValue] = useState<number>();
  return <SchedulePicker value={value} onChange={setValue} timeZone={timeZone} />;
}

function DurationSpecimen(): ReactNode {
  const [chosen, setChosen] = useState<{ duration: StatusDuration; expiresAt: number | undefined }>({
    duration: "custom",
    expiresAt: undefined,
  });
  return (
    <StatusDurationSelect
      {...chosen}
      timeZone={timeZone}
      onChange={(duration, expiresAt) => setChosen({ duration, expiresAt })}
    />
  );
}

function ShortcutSpecimen(): ReactNode {
  const [hold, setHold] = useState("Ctrl+H");
  const [transfer, setTransfer] = useState("");
  const [end, setEnd] = useState("Shift+Meta+E");
  return (
    <div style={{ display: "grid", gap: 12 }}>
      <ShortcutRecorder label="Hold" value={hold} platform="windows" onChange={setHold} />
      <ShortcutRecorder label="Transfer" value={transfer} platform="windows" onChange={setTransfer} />
      <ShortcutRecorder
        label="End call"
        value={end}
        platform="macOS"
        onChange={setEnd}
        conflict="Already used by “Answer”"
      />
    </div>
  );
}

function LevelSpecimen(): ReactNode {
  const [level, setLevel] = useState(0.55);
  return (
    <div style={{ display: "grid", gap: 12 }}>
      <LevelMeter level={0} label="Silence" />
      <LevelMeter level={level} label="Microphone" />
      <LevelMeter level={1} label="Too loud" />
      <Button variant="default" size="xs" onClick={() => setLevel(Math.random())}>
        Another level
      </Button>
    </div>
  );
}

function EmojiSpecimen(): ReactNode {
  const [emoji, setEmoji] = useState("💬");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={classes.row}>
        <EmojiButton value={emoji} memory={memory} onPick={setEmoji} label="Status emoji" />
        <EmojiButton memory={memory} onPick={setEmoji} label="Add a reaction" />
        <Button variant="default" size="xs" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Close the picker" : "Show the picker here"}
        </Button>
        <EmojiText text={emoji} size={32} />
      </div>
      {isOpen && <EmojiPicker memory={memory} onPick={setEmoji} />}
    </>
  );
}
