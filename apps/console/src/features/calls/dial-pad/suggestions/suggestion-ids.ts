/** The field points at the list beside it. There is one dial pad on a page. */
export const SUGGESTIONS_ID = "dial-suggestions";

export function suggestionId(index: number): string {
  return `${SUGGESTIONS_ID}-${index}`;
}
