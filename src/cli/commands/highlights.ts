import type { Api } from '../../api/types.ts'
import { highlightColors, type HighlightColor } from '../../contract/limits.ts'
import type { Highlight } from '../../contract/highlights.ts'
import { highlightsMarkdown } from '../../contract/highlights-markdown.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../failures.ts'
import { printable, printableLine } from '../printable.ts'

const entry = { name: 'ENTRY' }
const words = { name: 'TEXT', text: true }
const color = { value: 'COLOUR', summary: 'Its colour; yellow when absent.', choices: highlightColors }

const PAGE = 500
/** All pages. */
async function allHighlights(
  api: Api,
  input: { readonly entryId?: string; readonly q?: string },
): Promise<readonly Highlight[]> {
  const found: Highlight[] = []
  let cursor: string | undefined
  do {
    const page = await api.highlights.list({ ...input, limit: PAGE, ...(cursor !== undefined && { cursor }) })
    found.push(...page.data)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** One line each: id, day, entry, quotation, note. */
const lineOf = ({ id, createdAt, quote, note, entry: { title } }: Highlight): string =>
  [
    id,
    createdAt.slice(0, 10),
    `${printableLine(title ?? '')}: ${[
      quote && `“${printableLine(quote.exact)}”`,
      note && printableLine(note),
    ]
      .filter(Boolean)
      .join('  ')}`,
  ].join('  ')

const markdownOf = (found: readonly Highlight[]): string =>
  printable(
    highlightsMarkdown(
      found.map((one) => ({
        ...one,
        createdAt: Date.parse(one.createdAt),
        entry: { ...one.entry, publishedAt: Date.parse(one.entry.publishedAt) },
      })),
    ),
  ).trimEnd()

export const highlightCommands: readonly Command[] = [
  {
    name: 'highlights',
    summary: 'List what you have highlighted and noted in entries, the newest first.',
    options: {
      entry: { value: 'ENTRY', summary: 'Of this entry alone.' },
      query: { value: 'WORDS', summary: 'With these words in the quotation, the note or the title.' },
      markdown: { summary: 'As Markdown, by entry.' },
    },
    calls: ['highlights.list'],
    run: async ({ api }, { options }) => {
      const found = await allHighlights(api(), {
        ...(typeof options['entry'] === 'string' && { entryId: options['entry'] }),
        ...(typeof options['query'] === 'string' && { q: options['query'] }),
      })
      if (found.length === 0) return { json: { highlights: [] }, text: 'You have no such highlights.' }
      const text = options['markdown'] === true ? markdownOf(found) : found.map(lineOf).join('\n')
      return { json: { highlights: found }, text }
    },
  },
  {
    name: 'highlight',
    summary: 'Highlight a text of an entry.',
    args: [entry, words],
    options: { color, note: { value: 'TEXT', summary: 'A note on it.' } },
    calls: ['highlights.create'],
    run: async ({ api }, { args: [entryId = '', exact = ''], options }) => {
      const { data } = await api().highlights.create({
        entryId,
        quote: { exact, prefix: '', suffix: '' },
        ...(options['color'] !== undefined && { color: colorOf(options['color']) }),
        ...(typeof options['note'] === 'string' && { note: options['note'] }),
      })
      return { json: { highlight: data }, text: `Highlighted: ${data.id}` }
    },
  },
  {
    name: 'note',
    summary: 'Write a note on an entry.',
    args: [entry, words],
    calls: ['highlights.create'],
    run: async ({ api }, { args: [entryId = '', note = ''] }) => {
      const { data } = await api().highlights.create({ entryId, note })
      return { json: { highlight: data }, text: `Noted: ${data.id}` }
    },
  },
  {
    name: 'delete-highlight',
    summary: 'Delete a highlight or note. It can be restored for thirty days.',
    args: [{ name: 'HIGHLIGHT' }],
    calls: ['highlights.delete'],
    run: async ({ api }, { args: [id = ''] }) => {
      await api().highlights.delete({ id })
      return { json: { id }, text: 'Deleted the highlight.' }
    },
  },
]

function colorOf(text: string | true): HighlightColor {
  const known = highlightColors.find((one) => one === text)
  if (!known) throw new UsageError(`--color is one of ${highlightColors.join(', ')}.`)
  return known
}
