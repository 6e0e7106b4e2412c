export { excerptOf, placeOf } from "./excerpt.ts";
export { folded, foldedWords } from "./fold.ts";
export { ALIKE_ENOUGH, likenessTo } from "./likeness.ts";
export { numberSearch } from "./number-search.ts";
export { searchMarks } from "./search-marks.ts";
export {
  OPERATORS,
  type OperatorName,
  operatorText,
  type SearchDay,
  type SearchOperator,
  searchDay,
  typedSearch,
} from "./search-operators.ts";
export { beginningOf, type Fit, fitOf, partOf, type SearchTerm, searchTerms } from "./search-terms.ts";
