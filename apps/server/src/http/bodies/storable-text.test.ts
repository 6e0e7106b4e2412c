import { text } from "@offhook/contract";
import { isStorable } from "@offhook/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

test("[EDGE8] the contract, which stands alone, refuses what the server calls unstorable and nothing else", () => {
  const piece = fc.oneof(fc.constantFrom("\0", "\ud83d", "\ude00", "😀"), fc.string({ unit: "binary" }));
  const schema = text(10_000);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const value = pieces.join("");
      expect(schema.safeParse(value).success).toBe(isStorable(value));
    }),
  );
});
