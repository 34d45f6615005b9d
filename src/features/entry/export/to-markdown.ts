/** An entry as Markdown with YAML front matter. */
import { createMarkdownConverter } from '../../../core/markdown.ts'
import type { ExportedEntry } from './exported-entry.ts'

export function toMarkdown(entry: ExportedEntry): string {
  const facts = [
    ['title', entry.title],
    ['author', entry.author],
    ['feed', entry.feed],
    ['date', new Date(entry.publishedAt).toISOString()],
    ['url', entry.url],
  ] as const
  // JSON strings are YAML strings.
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(value)}`] : []))
  return ['---', ...lines, '---', '', `# ${entry.title}`, '', bodyOf(entry.content), ''].join('\n')
}

function bodyOf(content: DocumentFragment): string {
  const box = document.createElement('div')
  box.append(content.cloneNode(true))
  return createMarkdownConverter().turndown(box).trim()
}
