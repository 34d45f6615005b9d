/** Where the root element stands at the latest, in characters. */
const HEAD = 4000

/** Whether a pasted text is worth being read as OPML. */
export const isOpml = (text: string): boolean => /<opml[\s>]/i.test(text.slice(0, HEAD))
