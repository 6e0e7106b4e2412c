/**
 * After a change of page the focus goes to its main part, as it would after loading a document: otherwise it stays on
 * a link of the page before, or nowhere, and a screen reader says nothing. A field that took it first keeps it.
 */
export function focusPage(): void {
  const main = document.querySelector("main");
  if (!main || main.contains(document.activeElement)) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
