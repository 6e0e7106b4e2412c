let tell = (): void => {};

/**
 * Resolves when a list of this page has shown its rows for the first time: from then on its user can work. What nobody
 * has asked for is loaded behind that.
 */
export const firstRows: Promise<void> = new Promise((resolve) => {
  tell = resolve;
});

export const rowsShown = (): void => tell();
