/** An entry as Markdown with YAML front matter. */
import Turndown from 'turndown'
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
  return converter().turndown(box).trim()
}

function converter(): Turndown {
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  turndown.addRule('strikethrough', {
    filter: ['s', 'del'],
    replacement: (text) => `~~${text}~~`,
  })
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_, node) => tableOf(node as HTMLElement, turndown),
  })
  turndown.addRule('media', {
    filter: ['video', 'audio'],
    replacement: (_, node) => mediaLink(node as HTMLElement),
  })
  // Markdown has no formulas and no such notes.
  turndown.keep(['math', 'sub', 'sup'] as never)
  return turndown
}

/** A table of Markdown: the first row is its head, and a cell is one line. */
function tableOf(table: HTMLElement, turndown: Turndown): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) =>
      turndown
        .turndown(cell as HTMLElement)
        .trim()
        .replaceAll('|', '\\|')
        .replaceAll(/\s*\n\s*/g, ' '),
    ),
  )
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(' | ')} |`
  const [head = [], ...others] = rows
  return `\n\n${[line(head), line(Array.from({ length: width }, () => '---')), ...others.map(line)].join('\n')}\n\n`
}

function mediaLink(media: HTMLElement): string {
  const source = media.getAttribute('src') ?? media.querySelector('source')?.getAttribute('src') ?? ''
  return source ? `\n\n[${media.localName}](${source})\n\n` : ''
}
