import { type CharacterTest, isDigit, isSpace, isTokenCode } from "./character-classes.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Walks a header value from left to right and never back, so that every parser built on it takes linear time. */
export class Scanner {
  readonly text: string;
  position = 0;

  constructor(text: string, position = 0) {
    this.text = text;
    this.position = position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The code under the cursor, or -1 at the end. */
  peek(): number {
    return this.position < this.text.length ? this.text.charCodeAt(this.position) : -1;
  }

  skipSpace(): void {
    while (this.position < this.text.length && isSpace(this.text.charCodeAt(this.position)))
      this.position += 1;
  }

  /** Takes `code` with the white space around it, as SEMI, COMMA, EQUAL and SLASH of the grammar do. */
  takeSeparator(code: number): boolean {
    const before = this.position;
    this.skipSpace();
    if (this.peek() !== code) {
      this.position = before;
      return false;
    }
    this.position += 1;
    this.skipSpace();
    return true;
  }

  take(code: number): boolean {
    if (this.peek() !== code) return false;
    this.position += 1;
    return true;
  }

  /** The longest run of accepted characters; empty when the first is refused. */
  takeWhile(test: CharacterTest): string {
    const start = this.position;
    let at = start;
    while (at < this.text.length && test(this.text.charCodeAt(at))) at += 1;
    this.position = at;
    return this.text.slice(start, at);
  }

  takeToken(): string {
    return this.takeWhile(isTokenCode);
  }

  takeDigits(): string {
    return this.takeWhile(isDigit);
  }

  /** A quoted string with its quotes and escapes, as on the wire. Undefined when there is none or it never ends. */
  takeQuoted(): string | undefined {
    if (this.peek() !== QUOTE) return undefined;
    for (let at = this.position + 1; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) {
        const quoted = this.text.slice(this.position, at + 1);
        this.position = at + 1;
        return quoted;
      }
    }
    return undefined;
  }

  rest(): string {
    return this.text.slice(this.position);
  }
}
