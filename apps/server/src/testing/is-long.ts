/** `OFFHOOK_LONG_TESTS=1` asks the whole question, where a run otherwise asks a part of it. */
export const IS_LONG = process.env.OFFHOOK_LONG_TESTS !== undefined;
