/** Whether a text may contain a formula between `$$…$$`, `\(…\)` or `\[…\]`: the renderer loads only then. */
export const containsMathematics = (text: string): boolean =>
  /\$\$[^$]+\$\$|\\\([\s\S]+?\\\)|\\\[[\s\S]+?\\\]/.test(text)
