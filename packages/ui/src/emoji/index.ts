export { EmojiButton, type EmojiButtonProps } from "./emoji-button.tsx";
export { createEmojiMemory, type EmojiMemory } from "./emoji-memory.ts";
export { EmojiPicker, type EmojiPickerProps } from "./emoji-picker.tsx";
