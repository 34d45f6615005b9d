/** An entry as an e-mail of plain text. */
import type { Caller } from '../../src/plugin-api/server.ts'

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>
type Parts = {
  /** Stands before the title in the subject. */
  readonly prefix: string
  readonly text: string
  /** Text that the user has selected, quoted before the rest. */
  readonly selection?: string | undefined
}

export function letterOf({ entry, feed }: Saved, { prefix, text, selection }: Parts) {
  const title = entry.title || entry.url || (feed.title ?? '')
  const origin = [entry.author, feed.title, entry.publishedAt.slice(0, 10)].filter(Boolean).join(' · ')
  const quoted = selection?.replaceAll(/^/gm, '> ')
  const head = [title, origin, entry.url].filter(Boolean).join('\n')
  return {
    subject: [prefix, title].filter(Boolean).join(' '),
    text: `${[head, quoted, text.trim()].filter(Boolean).join('\n\n')}\n`,
  }
}
