export { excerptOf, placeOf } from "./excerpt.ts";
export { folded, foldedWords, LONGEST_SEARCHED_TEXT } from "./fold.ts";
export { ALIKE_ENOUGH, likenessTo } from "./likeness.ts";
export { type NumberSearch, numberSearch } from "./number-search.ts";
export { searchMarks } from "./search-marks.ts";
export {
  OPERATORS,
  type OperatorName,
  operatorText,
  type SearchDay,
  type SearchOperator,
  searchDay,
  type TypedSearch,
  typedSearch,
} from "./search-operators.ts";
export { beginningOf, type Fit, fitOf, partOf, type SearchTerm, searchTerms } from "./search-terms.ts";
