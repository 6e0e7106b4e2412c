import fc from "fast-check";

/**
 * Property tests draw the same values in every run: a change that is red is red by itself and not by the luck of the draw.
 * `OFFHOOK_TEST_SEED=random` looks further, and a number repeats what it found.
 */
const DEFAULT_SEED = 20_260_901;

declare global {
  interface ImportMeta {
    /** The environment, in a page as well as in Node.js. */
    readonly env: Readonly<Record<string, string | undefined>>;
  }
}

const wanted = import.meta.env.OFFHOOK_TEST_SEED;
if (wanted !== "random") {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: wanted ? Number(wanted) : DEFAULT_SEED });
}
