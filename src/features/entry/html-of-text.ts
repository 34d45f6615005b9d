import { escapeMarkup } from '../../core/escape-markup.ts'

/** @param text plain text @returns a paragraph of HTML with the same text, escaped */
export const htmlOfText = (text: string): string => `<p>${escapeMarkup(text)}</p>`
