/**
 * All parsers of untrusted documents by name. Each is a pure function whose input and result can be sent between processes.
 * A result is bounded: it is copied into the main thread.
 */
import { evaluateInTime } from '../actions/evaluate-one.ts'
import { rewrittenInTime } from '../actions/rewrite.ts'
import { firstLookAt } from '../feeds/discover/classify-document.ts'
import { iconInManifest, iconsInPage } from '../feeds/discover/icons-in-page.ts'
import { parseChapters } from '../feeds/episodes/parse-chapters.ts'
import { parseTranscript } from '../feeds/episodes/parse-transcript.ts'
import { readProofs } from '../claims/proofs/read-proofs.ts'
import { readDocument } from '../feeds/read-document.ts'
import { toXhtml } from '../feeds/sanitise/xhtml.ts'
import { textRanges } from '../plugins/text-ranges.ts'
import { sharedEntry } from '../public-pages/shared-entry.ts'
import { readThread, type ThreadInput } from '../threads/read-thread.ts'
import type { InspectedPage, PageInput } from '../feeds/pages/inspect-page.ts'
import type { ArticleInput, ReadArticle } from '../feeds/readability/read-article.ts'
import { parsedEmailOf, parsedEntryOf } from '../email/incoming/parsed-mail.ts'
import { parseOpmlFile } from '../opml/parse.ts'
import type { MailInput } from '../email/incoming/read-mail-entry.ts'
import type { ParsedEntry } from '../feeds/parsed-feed.ts'

type Parser<Input, Result> = {
  /** The text whose size decides where it is parsed; null where it is always parsed in the child process. */
  readonly sizedBy: (input: Input) => string | Uint8Array | null
  readonly parse: (input: Input) => Result | Promise<Result>
}
type DocumentAt<Input> = { readonly document: Input; readonly now: number }

const always = (): null => null
/** The library for pages of which feeds are made is large; only the child process loads it. */
const sizeOf = ({ bytes, page }: Parameters<typeof readDocument>[0]): Uint8Array | null =>
  page ? null : bytes
const parser = <Input, Result>(
  sizedBy: Parser<Input, Result>['sizedBy'],
  parse: Parser<Input, Result>['parse'],
): Parser<Input, Result> => ({ sizedBy, parse })

export const parsers = {
  feed: parser(
    ({ document }: DocumentAt<Parameters<typeof readDocument>[0]>) => sizeOf(document),
    ({ document, now }) => readDocument(document, now),
  ),
  /** A document that may be a feed or a page. */
  firstLook: parser(
    ({ document }: DocumentAt<Parameters<typeof firstLookAt>[0]>) => sizeOf(document),
    ({ document, now }) => firstLookAt(document, now),
  ),
  proofs: parser(
    ({ document }: DocumentAt<Parameters<typeof readProofs>[0]>) => document.bytes,
    ({ document, now }) => readProofs(document, now),
  ),
  siteIcons: parser(({ bytes }: Parameters<typeof iconsInPage>[0]) => bytes, iconsInPage),
  manifestIcon: parser(({ bytes }: Parameters<typeof iconInManifest>[0]) => bytes, iconInManifest),
  // Its libraries are large; only the child process loads them.
  article: parser(always, async (input: ArticleInput): Promise<ReadArticle | null> => {
    const { readArticle } = await import('../feeds/readability/read-article.ts')
    return readArticle(input)
  }),
  // As above.
  page: parser(always, async (input: PageInput): Promise<InspectedPage> => {
    const { inspectPage } = await import('../feeds/pages/inspect-page.ts')
    return inspectPage(input)
  }),
  thread: parser(({ bytes }: ThreadInput) => bytes, readThread),
  opml: parser<Uint8Array, ReturnType<typeof parseOpmlFile>>(always, parseOpmlFile),
  mail: parser(always, async (input: MailInput): Promise<ParsedEntry> => {
    const { readMailEntry } = await import('../email/incoming/read-mail-entry.ts')
    return readMailEntry(input)
  }),
  /** A mail that a gateway has already parsed. */
  inboxEmail: parser(
    ({ mail }: { mail: Parameters<typeof parsedEmailOf>[0]; now: number }) => mail.html ?? '',
    ({ mail, now }) => parsedEmailOf(mail, now),
  ),
  inboxEntry: parser((entry: Parameters<typeof parsedEntryOf>[0]) => JSON.stringify(entry), parsedEntryOf),
  // Short work is done by its caller.
  rewrite: parser(always, rewrittenInTime),
  rules: parser(always, evaluateInTime),
  sharedEntry: parser((html: Parameters<typeof sharedEntry>[0]) => html, sharedEntry),
  // Its library is large; only the child process loads it.
  markdown: parser(always, async (html: string): Promise<string> => {
    const { createMarkdownConverter } = await import('../../core/markdown.ts')
    return createMarkdownConverter().turndown(html).trim()
  }),
  textRanges: parser(({ html }: Parameters<typeof textRanges>[0]) => html, textRanges),
  /** Stored markup for books. */
  xhtml: parser((html: Parameters<typeof toXhtml>[0]) => html, toXhtml),
  transcript: parser(({ bytes }: Parameters<typeof parseTranscript>[0]) => bytes, parseTranscript),
  chapters: parser(({ bytes }: Parameters<typeof parseChapters>[0]) => bytes, parseChapters),
  /** A document that a plugin reads: by the default export of a module of its folder. */
  pluginDocument: parser(
    ({ bytes }: { readonly module: string; readonly bytes: Uint8Array }) => bytes,
    async ({ module, bytes }): Promise<unknown> => {
      const { default: read } = (await import(module)) as { default: (bytes: Uint8Array) => unknown }
      return read(bytes)
    },
  ),
}
export type Parsers = typeof parsers
export type ParserName = keyof Parsers
