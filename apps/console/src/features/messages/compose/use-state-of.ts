import { useState } from "react";

/** State that belongs to something: with another owner it begins anew. */
export function useStateOf<Value>(owner: object, first: Value): [Value, (value: Value) => void] {
  const [state, setState] = useState({ owner, value: first });
  const value = state.owner === owner ? state.value : first;
  return [value, (next) => setState({ owner, value: next })];
}
