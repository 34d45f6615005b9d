/** The lenient parser of the library, with the listeners of fast-markup.ts: for markup of any quality. */
import { parseMarkup, type MarkupOptions } from '../../parsing/markup.ts'
import type { Listener, Reader } from './fast-markup.ts'

/** @param read called when all of the text is read, before what is still open is ended */
export const readLenient = (
  text: string,
  options: MarkupOptions,
  listen: (reader: Reader) => Listener,
  read?: () => void,
): void => parseMarkup(text, listen, options, read)
