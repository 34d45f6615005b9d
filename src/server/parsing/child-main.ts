/** Entry point of the child process: receives documents and sends parse results. */
import { addFeedSchemes } from '../../contract/feed-schemes.ts'
import { serveRequests, type ParseRequest } from './serve-requests.ts'
import { compileLean } from '../feeds/compiling.ts'
import { parsers } from './parsers.ts'

compileLean()
serveRequests(({ parser, input, schemes }: ParseRequest): unknown => {
  addFeedSchemes(schemes)
  const parse = parsers[parser].parse as (one: unknown) => unknown
  return parse(input)
})
