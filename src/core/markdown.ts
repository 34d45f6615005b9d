/** Converts the content of entries to Markdown, in the browser and on the server. */
import Turndown from 'turndown'

/** The used members of an element of the browser, or of the server's parser. */
type ElementLike = {
  readonly localName: string
  getAttribute(name: string): string | null
  querySelector(selector: string): ElementLike | null
  querySelectorAll(selector: string): Iterable<ElementLike>
}

/** A converter of HTML to Markdown: tables, struck text and media included. Loaded on demand. */
export function createMarkdownConverter(): Turndown {
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
    replacement: (_, node) => tableOf(node as unknown as ElementLike, turndown),
  })
  turndown.addRule('media', {
    filter: ['video', 'audio'],
    replacement: (_, node) => mediaLink(node as unknown as ElementLike),
  })
  // Markdown has neither formulas nor subscripts and superscripts.
  turndown.keep(['math', 'sub', 'sup'] as never)
  return turndown
}

/** A table of Markdown: the first row is its head, and a cell is one line. */
function tableOf(table: ElementLike, turndown: Turndown): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) =>
      turndown
        .turndown(cell as never)
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

function mediaLink(media: ElementLike): string {
  const source = media.getAttribute('src') ?? media.querySelector('source')?.getAttribute('src') ?? ''
  return source ? `\n\n[${media.localName}](${source})\n\n` : ''
}
