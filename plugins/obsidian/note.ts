/** An entry as a note of Obsidian. */
import type { Caller } from '../../src/plugin-api/server.ts'

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>['entry']

/** Characters of a title that name the file, and those where another entry has this name already. */
const NAME_LENGTH = 20
const LONG_NAME_LENGTH = 120

/** @returns names for the file with .md, the first is the usual one: the title's letters and digits joined by dashes, or the day */
export const fileNamesOf = (entry: Pick<Saved, 'title' | 'publishedAt'>): readonly string[] => [
  ...new Set([fileName(entry, NAME_LENGTH), fileName(entry, LONG_NAME_LENGTH)]),
]

function fileName({ title, publishedAt }: Pick<Saved, 'title' | 'publishedAt'>, length: number): string {
  const slug = [...(title ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, length)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  return `${slug || publishedAt.slice(0, 10)}.md`
}

/** Whether a note is of an entry, as {@link noteOf} writes it. */
export const isNoteOf = ({ url }: Pick<Saved, 'url'>, note: string): boolean =>
  Boolean(url) && note.split('\n').includes(`url: ${JSON.stringify(url)}`)

/** @param text the content as Markdown */
export function noteOf(entry: Saved, text: string): string {
  const facts = [
    ['url', entry.url],
    ['author', entry.author],
    ['publishedAt', entry.publishedAt],
  ] as const
  // JSON strings are YAML strings.
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(value)}`] : []))
  return ['---', ...lines, '---', '', `# ${entry.title ?? ''}`, '', text, ''].join('\n')
}
