/** Parses untrusted documents: small ones in this process, all others in one child process with bounds on time and memory. */
import { feedSchemes } from '../../contract/feed-schemes.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { createChild } from './child-process.ts'
import { isSmall } from './is-small.ts'
import type { ParseRequest } from './serve-requests.ts'
import { parsers, type ParserName, type Parsers } from './parsers.ts'
import { ParsingError, type ParsingFailure } from './parsing-error.ts'

type InputOf<N extends ParserName> = Parameters<Parsers[N]['parse']>[0]
type ResultOf<N extends ParserName> = Awaited<ReturnType<Parsers[N]['parse']>>

export type Parsing = {
  /**
   * @param options.background low priority for a while, and no limit on the time in the queue
   * @throws ParsingError with a sentence for users, when the document takes too long or too much memory
   */
  readonly parse: <N extends ParserName>(
    parser: N,
    input: InputOf<N>,
    options?: { readonly background?: boolean },
  ) => Promise<ResultOf<N>>
  /** The same on behalf of an owner, each with a fair share of the child process. @param owner a user's id, or the source of a document */
  readonly inTurnOf: (owner: string) => Parsing
  readonly close: () => Promise<void>
}

type Limits = { readonly timeMs: number; readonly subject: string }
const LIMITS: Readonly<Record<ParserName, Limits>> = {
  feed: { timeMs: 20_000, subject: 'The feed' },
  firstLook: { timeMs: 20_000, subject: 'The document' },
  proofs: { timeMs: 10_000, subject: 'The feed' },
  siteIcons: { timeMs: 5_000, subject: 'The page' },
  manifestIcon: { timeMs: 5_000, subject: 'The manifest' },
  article: { timeMs: 8_000, subject: 'The page' },
  page: { timeMs: 10_000, subject: 'The page' },
  thread: { timeMs: 10_000, subject: 'The comments' },
  opml: { timeMs: 10_000, subject: 'The file' },
  mail: { timeMs: 20_000, subject: 'The mail' },
  inboxEmail: { timeMs: 10_000, subject: 'The mail' },
  inboxEntry: { timeMs: 10_000, subject: 'The entry' },
  rewrite: { timeMs: 10_000, subject: 'The entry' },
  rules: { timeMs: 10_000, subject: 'The entry' },
  sharedEntry: { timeMs: 10_000, subject: 'The entry' },
  markdown: { timeMs: 10_000, subject: 'The entry' },
  xhtml: { timeMs: 10_000, subject: 'The entry' },
  textRanges: { timeMs: 10_000, subject: 'The page' },
  transcript: { timeMs: 8_000, subject: 'The transcript' },
  chapters: { timeMs: 5_000, subject: 'The file of chapters' },
  pluginDocument: { timeMs: 10_000, subject: 'The document' },
}
const MEMORY_MB = 512
const IDLE_MS = 20_000
/** A request that waits this long in the queue is refused. */
const WAIT_MS = 30_000
/** A background request that has waited this long no longer lets others go first. */
const HURRY_AFTER_MS = 30_000
/** For a page with the selectors of a user, each of which searches all of it. */
const SELECTORS_MS = 5_000
/** The default owner. */
const NOBODY = ''

type Options = {
  readonly memoryMb: number
  readonly idleMs: number
  readonly waitMs: number
  readonly timeMs: number
  readonly mayParseHere: (text: string | Uint8Array) => boolean
}

/** The sentence for users. */
function messageOf(subject: string, failure: ParsingFailure, message: string): string {
  switch (failure) {
    case 'time':
      return `${subject} took too long to read`
    case 'memory':
      return `${subject} is too large to be read`
    case 'broken':
      return `${subject} could not be read (${message})`
    case 'busy':
      return 'Too many documents are being read at the moment: try again later'
  }
}

/** The child process starts with the first document that needs it. @param options for tests; `timeMs` replaces the limits on time */
export function createParsing({
  memoryMb = MEMORY_MB,
  idleMs = IDLE_MS,
  waitMs = WAIT_MS,
  timeMs,
  mayParseHere = isSmall,
}: Partial<Options> = {}): Parsing {
  const child = createChild<ParseRequest, unknown>(new URL('./child-main.ts', import.meta.url), {
    memoryMb,
    idleMs,
  })
  const queue = createFairQueue({ concurrency: 1, hurryAfterMs: HURRY_AFTER_MS })

  const isolated = (request: ParseRequest, owner: string, background: boolean): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    let isRefused = false
    const refuse = () => {
      isRefused = true
      reject(new ParsingError('busy'))
    }
    const waiting = background ? undefined : setTimeout(refuse, waitMs)
    const run = async () => {
      clearTimeout(waiting)
      if (!isRefused) resolve(await child.request(request, timeMs ?? limitOf(request)))
    }
    queue.add(owner, run, { isPatient: background }).catch(reject)
    return promise
  }
  const run = async (
    owner: string,
    { parser, input }: Omit<ParseRequest, 'schemes'>,
    background: boolean,
  ): Promise<unknown> => {
    const { sizedBy, parse } = parsers[parser] as AnyParser
    const text = sizedBy(input)
    if (text !== null && mayParseHere(text)) return parse(input)
    try {
      return await isolated({ parser, input, schemes: feedSchemes() }, owner, background)
    } catch (error) {
      if (!(error instanceof ParsingError)) throw error
      const { failure, message } = error
      throw new ParsingError(failure, messageOf(LIMITS[parser].subject, failure, message))
    }
  }
  const inTurnOf = (owner: string): Parsing => ({
    parse: <N extends ParserName>(parser: N, input: InputOf<N>, { background = false } = {}) =>
      run(owner, { parser, input }, background) as Promise<ResultOf<N>>,
    inTurnOf,
    close: child.close,
  })
  return inTurnOf(NOBODY)
}

function limitOf({ parser, input }: ParseRequest): number {
  const { timeMs } = LIMITS[parser]
  const { document } = input as { readonly document?: { readonly page?: unknown } }
  return document?.page === undefined ? timeMs : Math.min(timeMs, SELECTORS_MS)
}

/** Any parser of the table. */
type AnyParser = {
  readonly sizedBy: (input: unknown) => string | Uint8Array | null
  readonly parse: (input: unknown) => unknown
}
