/** A model that writes down what it hears, one token after the other. */
export interface SpeechModel {
  /** One channel of 16 kHz, from -1 to 1. */
  listen(samples: Float32Array): Promise<TokenSource>;
  /** Tokens as text, without those that begin and end it. */
  textOf(tokens: readonly number[]): string;
}

export interface TokenSource {
  /** How likely each token is to follow the one given, as logits; valid until the next call. */
  after(token: number): Promise<Float32Array>;
}

export const BEGIN_TOKEN = 1;
export const END_TOKEN = 2;
