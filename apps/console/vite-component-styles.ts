import type { Plugin } from "vite";

/** In this order, as the component library lists them: what others are built of comes before what is built of it. */
const FOUNDATION = [
  "baseline",
  "default-css-variables",
  "global",
  "ScrollArea",
  "UnstyledButton",
  "VisuallyHidden",
  "Paper",
  "Overlay",
  "Popover",
  "Loader",
  "ActionIcon",
  "CloseButton",
  "Group",
  "ModalBase",
  "Input",
  "Flex",
  "Text",
  "InlineInput",
];
const ALL_STYLES = '@import "@mantine/core/styles.layer.css";';
const CLASS_NAMES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

const fileOf = (name: string): string => `@mantine/core/styles/${name}.layer.css`;
/**
 * In a layer below the one of the components: they come in files of their own, and which of two files the browser
 * reads first must not decide whether a button looks like one.
 */
const foundationImport = (name: string): string =>
  `@import "@mantine/core/styles/${name}.css" layer(mantine.foundation);`;

/**
 * The styles of a component are loaded with it instead of all at once: of the library's forty kilobytes the shell
 * needs ten. While developing the whole sheet serves, since there the library is bundled ahead.
 */
export function componentStyles(): Plugin {
  return {
    name: "offhook:component-styles",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (id.endsWith("/packages/ui/src/theme/styles.css")) {
        if (!code.includes(ALL_STYLES)) throw new Error(`${id} no longer has ${ALL_STYLES}`);
        return code.replace(ALL_STYLES, FOUNDATION.map(foundationImport).join("\n"));
      }
      const name = CLASS_NAMES.exec(id)?.[1];
      if (name === undefined || FOUNDATION.includes(name)) return undefined;
      return { code: `import "${fileOf(name)}";\n${code}`, map: null };
    },
  };
}
