import { ComboboxChevron, InputBase } from "@mantine/core";
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import type { OpenFilterSelectProps } from "./open-filter-select.tsx";

export interface FilterSelectProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string | undefined;
  readonly listWidth?: OpenFilterSelectProps["listWidth"];
}

type Field = ComponentType<OpenFilterSelectProps>;

let loaded: Field | undefined;

async function load(): Promise<Field> {
  loaded = (await import("./open-filter-select.tsx")).OpenFilterSelect;
  return loaded;
}

/** Users who have not touched the field by then hardly notice that its list loads. */
const LOAD_BY_MS = 1500;

/** When the field is on the screen and the browser has nothing better to do. */
function whenIdle(run: () => void): () => void {
  let isWanted = true;
  const runIfWanted = (): void => {
    if (isWanted) run();
  };
  requestAnimationFrame(() =>
    setTimeout(() => {
      if ("requestIdleCallback" in window) requestIdleCallback(runIfWanted, { timeout: LOAD_BY_MS });
      else setTimeout(runIfWanted);
    }),
  );
  return () => {
    isWanted = false;
  };
}

const OPENING_KEYS: ReadonlySet<string> = new Set(["Enter", " ", "ArrowDown", "ArrowUp"]);

/**
 * Chooses what a list shows. Lists that drop down, and what places them on the screen, weigh more than most pages: so
 * a plain field of the same look stands there until they are loaded, when it is touched or when all is quiet.
 */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>): ReactNode {
  const { label, options, value, onChange, className, listWidth } = props;
  const [Opened, setOpened] = useState<Field | undefined>(() => loaded);
  const [isPressed, setIsPressed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isFocused = useRef(false);

  useEffect(() => {
    if (Opened) return;
    let isHere = true;
    const show = (field: Field): void => {
      if (!isHere) return;
      isFocused.current = place.current?.contains(document.activeElement) ?? false;
      startTransition(() => setOpened(() => field));
    };
    const fetch = (): void => {
      // Out of reach: the field stays as it is, and is loaded when it is pressed again.
      load().then(show, () => isHere && setIsPressed(false));
    };
    const forget = isPressed ? void fetch() : whenIdle(fetch);
    return () => {
      isHere = false;
      forget?.();
    };
  }, [Opened, isPressed]);
  // What was meant for the one reaches the other.
  useEffect(() => {
    if (Opened && isFocused.current) place.current?.querySelector("input")?.focus();
  }, [Opened]);

  const press = (): void => setIsPressed(true);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    press();
  };
  return (
    <div ref={place} className={className}>
      {Opened ? (
        <Opened
          label={label}
          options={options}
          value={value}
          onChange={(chosen) => onChange(chosen as Value)}
          listWidth={listWidth}
          isOpenAtFirst={isPressed}
        />
      ) : (
        <InputBase
          size="xs"
          role="combobox"
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={false}
          readOnly
          pointer
          rightSection={<ComboboxChevron size="xs" />}
          rightSectionPointerEvents="none"
          value={options.find((option) => option.value === value)?.label ?? ""}
          onPointerEnter={() => void load().catch(() => {})}
          onFocus={() => void load().catch(() => {})}
          onClick={press}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}
