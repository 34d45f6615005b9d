import type { EntryHead } from '../../model/rows.ts'

/** A text of an entry as a quotation in Markdown, with a link to where it stands. */
export function quotation(text: string, { title, url }: Pick<EntryHead, 'title' | 'url'>): string {
  const lines = text.split('\n').map((line) => `> ${line}`.trimEnd())
  const name = (title ?? url ?? '').replaceAll(/[[\]\\]/g, String.raw`\$&`)
  const source = url ? `[${name}](<${url}>)` : name
  return source === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${source}`
}
