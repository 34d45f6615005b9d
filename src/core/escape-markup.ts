/** Escapes a text for HTML and XML, outside of attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes a text for a double-quoted attribute of HTML and XML. */
export const escapeAttribute = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;')

/** Without the characters that XML 1.0 excludes (2.2). */
export const withoutXmlForbidden = (text: string): string =>
  text.toWellFormed().replaceAll(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '')
