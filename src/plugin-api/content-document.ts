/**
 * HTML as a document without a window, for transforms of contents: it loads nothing and runs nothing. What is written of it again is
 * sanitised as any content.
 */
export const documentOf = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')
