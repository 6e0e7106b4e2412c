/** A field that grows with what is written in it, up to eight lines. Where no style does that, each key measures it. */
export const GROWING = CSS.supports("field-sizing", "content")
  ? { rows: 1 }
  : { autosize: true, minRows: 1, maxRows: 8 };
