import type { ReactNode } from "react";
import { Select } from "./select.tsx";

export interface OpenFilterSelectProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Of the list; as wide as the field when left out. */
  readonly listWidth?: "max-content" | undefined;
  /** It was pressed before it was here. */
  readonly isOpenAtFirst: boolean;
}

export function OpenFilterSelect(props: OpenFilterSelectProps): ReactNode {
  const { label, options, value, onChange, listWidth, isOpenAtFirst } = props;
  return (
    <Select
      size="xs"
      aria-label={label}
      data={options.map((option) => ({ ...option }))}
      value={value}
      allowDeselect={false}
      defaultDropdownOpened={isOpenAtFirst}
      {...(listWidth === undefined ? {} : { comboboxProps: { width: listWidth } })}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
    />
  );
}
