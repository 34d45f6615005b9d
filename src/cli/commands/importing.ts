/** The command that imports: an OPML file of feeds, or the export of another reader with its entries. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from '../../api/types.ts'
import type { Output } from '../../contract/calls.ts'
import type { EntryOutcome, ImportedEntry } from '../../contract/imports.ts'
import { feedsOpml } from '../../contract/reader-exports/feeds-opml.ts'
import { importBatches } from '../../contract/reader-exports/import-batches.ts'
import { encodingOf, isReaderExport, readExport } from '../../contract/reader-exports/read-export.ts'
import {
  ReaderExportError,
  type FileProblem,
  type LineProblem,
  type ReaderExport,
} from '../../contract/reader-exports/reader-export.ts'
import type { Command, Outcome } from '../command.ts'
import { failureOf, RefusedError } from '../failures.ts'
import { printableLine } from '../printable.ts'

/** ms between two checks of an import's fetches, and until its entries are imported in spite of them. */
const POLL = 500
const LONGEST_WAIT = 300_000

const fileProblems: Readonly<Record<FileProblem, string>> = {
  empty: 'The file is empty.',
  broken: 'The file is damaged or cut off. Export it again.',
  unknown:
    'The file is neither OPML nor an export of a reader, a service that saves links, or a browser. The user’s guide (src/features/GUIDE.md) names them.',
  nothing: 'The file is an export of another reader, but has no entries and no feeds.',
  large: 'The archive unpacks to more than 300 MB. Unpack it, and import the files within it one by one.',
}
const lineProblems: Readonly<Record<LineProblem, string>> = {
  notAnEntry: 'This is no entry.',
  empty: 'The entry has no address, no title and no text.',
  longText: 'Its text is longer than 900 kB and was left out.',
  longAddress: 'Its address is too long and was left out.',
}

export const importCommand: Command = {
  name: 'import',
  summary: 'Follow the feeds of an OPML file, or import what another reader exports: feeds, entries, marks.',
  args: [{ name: 'FILE', file: true }],
  options: {
    rules: { summary: 'Add the rules of an OPML file as well.' },
    routes: { summary: 'Use the proxies that an OPML file names, and ignore certificates where it says so.' },
    yes: { summary: 'Add rules without a question.' },
  },
  terminal: true,
  calls: ['subscriptions.import', 'subscriptions.importStatus', 'imports.entries'],
  run: async ({ api, environment }, { args: [name = ''], options }) => {
    const file = new Uint8Array(environment.files.read(name))
    const text = new TextDecoder(encodingOf(file)).decode(file)
    const isOpml = !isReaderExport(text) && !/\.(json|csv|html?|zip)$/i.test(name)
    const chosen = { rules: Boolean(options['rules']), routes: Boolean(options['routes']) }
    return isOpml ? importFeeds(api(), file, chosen) : importExport(api(), readable(file, text))
  },
}

function readable(file: Uint8Array, text: string): ReaderExport {
  try {
    return readExport(file, text)
  } catch (error) {
    if (error instanceof ReaderExportError) throw new RefusedError(fileProblems[error.problem])
    throw error
  }
}

async function importFeeds(
  api: Api,
  opml: Uint8Array<ArrayBuffer>,
  chosen: { readonly rules?: boolean; readonly routes?: boolean } = {},
): Promise<Outcome> {
  const { data } = await api.subscriptions.import({ file: opml, ...chosen })
  return { json: data, text: feedsReport(data) }
}

function feedsReport(data: Output<'subscriptions.import'>['data']): string {
  const { successfulItems, conflictItems, parsedErrorItems, restored } = data
  const counts = [
    `${successfulItems.length} followed`,
    `${conflictItems.length} followed before`,
    `${parsedErrorItems.length} not readable`,
  ]
  const failed = parsedErrorItems.map(({ url, title, reason }) =>
    printableLine(`${title ?? url ?? ''}: ${reason ?? ''}`),
  )
  const added = restored && restored.rules + restored.labels > 0
  return [
    `${counts.join(', ')}.`,
    ...(added ? [`Added: ${restored.rules} rules, ${restored.labels} labels.`] : []),
    ...(restored?.problems ?? []).map(printableLine),
    ...failed,
  ].join('\n')
}

/** Its entries are imported after its feeds are fetched, so that they are matched with them. */
async function importExport(api: Api, { feeds, entries, problems }: ReaderExport): Promise<Outcome> {
  const followed =
    feeds.length > 0 ? await importFeeds(api, new TextEncoder().encode(feedsOpml(feeds))) : null
  if (followed && entries.length > 0) await feedsFetched(api)
  const lines: EntryLine[] = []
  for (const batch of importBatches(entries)) lines.push(...(await importEntries(api, batch)))
  const unread = problems.map(({ line, title, problem }) => ({
    line,
    title,
    reason: lineProblems[problem],
  }))
  return {
    json: { feeds: followed?.json ?? null, entries: lines, unread },
    text: [
      ...(followed ? [`Feeds: ${followed.text}`] : []),
      ...(entries.length > 0 ? [entriesReport(lines)] : []),
      ...unread.map(({ line, title, reason }) =>
        printableLine(`Line ${line}${title === null ? '' : `, ${title}`}: ${reason}`),
      ),
    ].join('\n'),
  }
}

async function feedsFetched(api: Api): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT; waited += POLL) {
    const { data } = await api.subscriptions.importStatus({})
    if (!data?.running) return
    await delay(POLL)
  }
}

type EntryLine = EntryOutcome & Pick<ImportedEntry, 'title' | 'url'>

/** A batch that fails is reported; the others continue, and repeating an import is harmless. */
async function importEntries(api: Api, entries: readonly ImportedEntry[]): Promise<EntryLine[]> {
  const outcomes = await outcomesOf(api, entries)
  return entries.map(({ title, url }, at) => ({
    title,
    url,
    ...(outcomes[at] ?? { outcome: 'failed', reason: null }),
  }))
}

async function outcomesOf(api: Api, entries: readonly ImportedEntry[]): Promise<readonly EntryOutcome[]> {
  try {
    return (await api.imports.entries({ entries: [...entries] })).data
  } catch (thrown) {
    const { message } = failureOf(thrown)
    return entries.map(() => ({ outcome: 'failed', reason: message }))
  }
}

function entriesReport(lines: readonly EntryLine[]): string {
  const count = (outcome: EntryOutcome['outcome']) => lines.filter((line) => line.outcome === outcome).length
  const counts = [
    `${count('matched')} found in feeds`,
    `${count('saved')} saved as pages`,
    `${count('present')} there before`,
    `${count('failed')} failed`,
  ]
  const failed = lines
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ title, url, reason }) => printableLine(`${title ?? url ?? ''}: ${reason ?? ''}`))
  return [`Entries: ${counts.join(', ')}.`, ...failed].join('\n')
}
