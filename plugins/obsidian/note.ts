/** An entry as a note of Obsidian. */
import type { Caller } from '../../src/plugin-api/server.ts'

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>['entry']

/** Characters of a title that name the file. */
const NAME_LENGTH = 20

/** @returns the file's name with .md: the title's letters and digits joined by dashes, or the day */
export function fileNameOf({ title, publishedAt }: Pick<Saved, 'title' | 'publishedAt'>): string {
  const slug = [...(title ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, NAME_LENGTH)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  return `${slug || publishedAt.slice(0, 10)}.md`
}

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
