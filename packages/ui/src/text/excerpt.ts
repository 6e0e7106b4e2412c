import { excerptOf as excerptAround, searchTerms, typedSearch } from "@offhook/search";

/** Pure. One line of a text, beginning where the first of the searched words comes into sight. */
export function excerptOf(text: string, query: string): string {
  return excerptAround(text, searchTerms(typedSearch(query).text)) || text.replace(/\s+/g, " ").trim();
}
