/** The lenient parser of the library, with the listeners of fast-markup.ts: for markup of any quality. */
import { parseMarkup, type MarkupOptions } from '../../parsing/markup.ts'
import type { Listener, Reader } from './fast-markup.ts'

/** @param read called when all text is read, before open elements are closed */
export const readLenient = (
  text: string,
  options: MarkupOptions,
  listen: (reader: Reader) => Listener,
  read?: () => void,
): void => parseMarkup(text, listen, options, read)
