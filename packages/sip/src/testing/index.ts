export { mutate } from "./mutator.ts";
export { SeededRandom } from "./seeded-random.ts";
