/** Entry point of the child process: receives documents and sends parse results. */
import { serveRequests } from './serve-requests.ts'
import { compileLean } from '../feeds/compiling.ts'
import { parsers } from './parsers.ts'
import type { ParseRequest } from './parse-request.ts'

compileLean()
serveRequests(({ parser, input }: ParseRequest): unknown => {
  const parse = parsers[parser].parse as (one: unknown) => unknown
  return parse(input)
})
