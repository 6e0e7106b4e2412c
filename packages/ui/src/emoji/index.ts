export { EmojiButton } from "./emoji-button.tsx";
export { createEmojiMemory, type EmojiMemory } from "./emoji-memory.ts";
