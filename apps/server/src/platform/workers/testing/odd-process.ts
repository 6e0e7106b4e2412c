const MEGABYTE = 1024 * 1024;

/** A program that does what it is told, for tests of whoever must survive it. */
process.once("message", (job: { readonly kind: string; readonly value?: unknown }) => {
  switch (job.kind) {
    case "answer":
      process.send?.(job.value, () => process.disconnect());
      return;
    case "hang":
      for (;;) Math.sqrt(Math.random());
    case "eat":
      eat();
      return;
    case "gulp":
      Buffer.alloc(2_000 * MEGABYTE, 1);
      return;
    case "hoard":
      hoard();
      return;
    default:
      process.exit(1);
  }
});
process.once("disconnect", () => process.exit(0));

function eat(): void {
  const eaten: Buffer[] = [];
  setInterval(() => eaten.push(Buffer.alloc(20 * MEGABYTE, 1)), 5);
}

/** Numbers, which the collector need not look into: before it gives up it would look through words again and again. */
function hoard(): void {
  const hoarded: number[][] = [];
  for (;;) hoarded.push(new Array<number>(100_000).fill(hoarded.length + 0.5));
}
