/** The library's parser, told to the same listeners as tidy.ts: it reads markup of any quality. */
import { Parser, type ParserOptions } from 'htmlparser2'
import type { Listener, Reader } from './tidy.ts'

/** @param read called when all of the text is read, before what is still open is ended */
export function readForgiving(
  text: string,
  options: ParserOptions,
  listen: (reader: Reader) => Listener,
  read: () => void = () => undefined,
): void {
  // Each needs the other: the parser its listener, the listener the parser's places.
  const listener = {}
  const parser = new Parser(listener, options)
  Object.assign(listener, listen(parser))
  parser.write(text)
  read()
  parser.end()
}
