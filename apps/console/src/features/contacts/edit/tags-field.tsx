import { TagsInput } from "@mantine/core";
import { MAX_CONTACT_TAGS, MAX_TAG_LENGTH, tagsOf } from "@offhook/contract";
import { type ReactNode, useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "./contact-dialog.module.css";

export interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Tags as chips; those that contacts of the company already have are offered while somebody types. */
export function TagsField({ tags, onChange }: TagsFieldProps): ReactNode {
  const { client } = usePlatform();
  const [problem, setProblem] = useState<string>();
  // Without them tags can be typed all the same.
  const { data: known = [] } = useQuery({
    queryKey: ["contact-tags"],
    queryFn: () => client.listContactTags(),
    retry: false,
  });
  const change = (list: readonly string[]): void => {
    setProblem(undefined);
    onChange(tagsOf(list.join(",")));
  };
  return (
    <TagsInput
      label="Tags"
      description="Press Enter or comma after each tag"
      data={known}
      value={[...tags]}
      onChange={change}
      splitChars={[",", ";"]}
      maxTags={MAX_CONTACT_TAGS}
      onMaxTags={() => setProblem(`A contact can have up to ${MAX_CONTACT_TAGS} tags`)}
      maxLength={MAX_TAG_LENGTH}
      maxDropdownHeight={180}
      classNames={{ inputField: classes.tagInput }}
      error={problem}
    />
  );
}
