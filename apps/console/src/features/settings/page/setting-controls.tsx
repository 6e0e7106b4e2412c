import { type ComboboxItem, Skeleton, Switch, TextInput } from "@mantine/core";
import { MultiSelect, Select } from "@offhook/ui/select";
import { type ReactNode, useState } from "react";
import { SettingRow } from "./setting-row.tsx";

interface Words {
  readonly label: string;
  readonly description?: string;
  readonly keywords?: string;
}

export interface PendingSettingProps extends Words {
  readonly control: "switch" | "field";
}

/** Holds the place of a setting whose value has not come yet: what lies below must not move when it comes. */
export function PendingSetting({ control, ...words }: PendingSettingProps): ReactNode {
  const [width, height] = control === "switch" ? [38, 20] : [260, 36];
  return <SettingRow {...words}>{() => <Skeleton w={width} h={height} maw="100%" />}</SettingRow>;
}

export interface SwitchSettingProps extends Words {
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Beside the switch: a test button, say. */
  readonly aside?: ReactNode;
}

export function SwitchSetting(props: SwitchSettingProps): ReactNode {
  const { isOn, isDisabled = false, onChange, aside, ...words } = props;
  return (
    <SettingRow {...words}>
      {({ controlId, labelId, descriptionId }) => (
        <>
          {aside}
          <Switch
            id={controlId}
            aria-labelledby={labelId}
            aria-describedby={descriptionId}
            checked={isOn}
            disabled={isDisabled}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </>
      )}
    </SettingRow>
  );
}

export interface SelectSettingProps<Value extends string> extends Words {
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly aside?: ReactNode;
}

export function SelectSetting<Value extends string>(props: SelectSettingProps<Value>): ReactNode {
  const { value, options, onChange, placeholder, aside, ...words } = props;
  return (
    <SettingRow {...words}>
      {({ controlId, labelId, descriptionId }) => (
        <>
          {aside}
          <Select
            id={controlId}
            aria-labelledby={labelId}
            aria-describedby={descriptionId}
            w={260}
            maw="100%"
            data={options.map((option): ComboboxItem => ({ ...option, disabled: false }))}
            value={value}
            allowDeselect={false}
            disabled={options.length === 0}
            {...(placeholder === undefined ? {} : { placeholder })}
            onChange={(chosen) => {
              if (chosen !== null) onChange(chosen as Value);
            }}
          />
        </>
      )}
    </SettingRow>
  );
}

export interface ListSettingProps extends Words {
  readonly values: readonly string[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (values: string[]) => void;
  readonly empty: string;
}

export function ListSetting({ values, options, onChange, empty, ...words }: ListSettingProps): ReactNode {
  return (
    <SettingRow {...words} isWide>
      {({ controlId, labelId, descriptionId }) => (
        <MultiSelect
          id={controlId}
          aria-labelledby={labelId}
          aria-describedby={descriptionId}
          data={[...options]}
          value={[...values]}
          disabled={options.length === 0}
          placeholder={options.length === 0 ? empty : values.length === 0 ? "None" : ""}
          onChange={onChange}
        />
      )}
    </SettingRow>
  );
}

export interface TextSettingProps extends Words {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Undefined when the text is fine; a text that is not is kept in the field but not saved. */
  readonly problemOf?: (value: string) => string | undefined;
  readonly inputMode?: "tel" | "url" | "text";
  readonly isWide?: boolean;
}

/** Saves what is typed as it is typed, as long as it is valid. */
export function TextSetting(props: TextSettingProps): ReactNode {
  const { value, onChange, placeholder, problemOf, inputMode = "text", isWide = false, ...words } = props;
  const [typed, setTyped] = useState<string | undefined>();
  const shown = typed ?? value;
  const problem = problemOf?.(shown);
  return (
    <SettingRow {...words} isWide={isWide}>
      {({ controlId, labelId, descriptionId }) => (
        <TextInput
          id={controlId}
          aria-labelledby={labelId}
          aria-describedby={descriptionId}
          w={isWide ? "100%" : 260}
          maw="100%"
          value={shown}
          inputMode={inputMode}
          {...(placeholder === undefined ? {} : { placeholder })}
          error={problem}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            if (problemOf?.(text) === undefined) onChange(text);
          }}
          // What another device changes meanwhile shows again once the field is left.
          onBlur={() => problem === undefined && setTyped(undefined)}
        />
      )}
    </SettingRow>
  );
}
