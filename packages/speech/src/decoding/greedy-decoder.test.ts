import { describe, expect, it } from "vitest";
import { decodeGreedily } from "./greedy-decoder.ts";
import { isRepeating } from "./repetition.ts";
import { BEGIN_TOKEN, END_TOKEN, type TokenSource } from "./speech-model.ts";

/** Says these one after the other, each with the same sureness, and then always the last. */
function script(tokens: readonly number[], logit = 20): TokenSource & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    after: async (token) => {
      asked.push(token);
      const logits = new Float32Array(50);
      logits[tokens[Math.min(asked.length, tokens.length) - 1] ?? END_TOKEN] = logit;
      return logits;
    },
  };
}

describe("decodeGreedily", () => {
  it("hands each token back for the next, from the beginning to the end", async () => {
    const source = script([11, 12, 13, END_TOKEN]);
    const { tokens, isComplete } = await decodeGreedily(source, 50);
    expect(tokens).toEqual([11, 12, 13]);
    expect(isComplete).toBe(true);
    expect(source.asked).toEqual([BEGIN_TOKEN, 11, 12, 13]);
  });

  it("says how sure it was", async () => {
    const sure = await decodeGreedily(script([11, END_TOKEN], 30), 50);
    expect(sure.entropy).toBeCloseTo(0, 5);
    expect(sure.logLikelihood).toBeCloseTo(0, 5);
    const clueless = await decodeGreedily(script([11, END_TOKEN], 1e-6), 50);
    expect(clueless.entropy).toBeCloseTo(Math.log(50), 3);
    expect(clueless.logLikelihood).toBeCloseTo(-Math.log(50), 3);
  });

  it("stops at the limit, and is not complete", async () => {
    const { tokens, isComplete } = await decodeGreedily(script([3, 4, 5, 6, 7, 8, 9, 10]), 5);
    expect(tokens).toHaveLength(5);
    expect(isComplete).toBe(false);
  });

  it("stops when it goes round in circles", async () => {
    const { tokens, isComplete } = await decodeGreedily(script([3, 4, 7]), 1_000);
    expect(tokens.length).toBeLessThan(20);
    expect(isComplete).toBe(false);
  });
});

describe("isRepeating", () => {
  it("lets people say things twice", () => {
    expect(isRepeating([5, 6, 7, 5, 6, 7])).toBe(false);
    expect(isRepeating([9, 9, 9, 9])).toBe(false);
  });

  it("sees a phrase that comes four times", () => {
    expect(isRepeating([1, 5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, 7])).toBe(true);
    expect(isRepeating([1, 5, 6, 7, 5, 6, 7, 5, 6, 8, 5, 6, 7])).toBe(false);
  });
});
