/** What a browser adds to an account file (contract/account-files.ts), and the backups that older versions wrote. */
import { z } from 'zod'
import { rule } from '../../contract/actions.ts'
import { highlight } from '../../contract/highlights.ts'
import { parseKeyRules } from '../../core/index.ts'
import { parseMacros, type Macro } from '../keys/index.ts'

const star = z.object({
  entryId: z.string(),
  title: z.string().nullish(),
  url: z.string().nullish(),
})
const settings = z.record(z.string(), z.unknown())

/** What belongs to a browser. */
const browserPart = z.object({
  settings: z.object({ general: settings, appearance: settings }),
  colorMode: z.enum(['system', 'light', 'dark']),
  keys: z.object({
    overrides: z.record(z.string(), z.string()),
    rules: z.unknown().transform((json) => parseKeyRules(json) ?? []),
    macros: z.unknown().transform((json): readonly Macro[] => parseMacros(json) ?? []),
  }),
  aliases: z.record(z.string(), z.string()),
  pipelines: z.array(
    z.object({
      title: z.string(),
      query: z.string(),
      steps: z.array(z.object({ id: z.string(), args: z.record(z.string(), z.unknown()) })),
    }),
  ),
})
export type BrowserPart = z.output<typeof browserPart>

const backup = browserPart.extend({
  format: z.literal('lectern-backup'),
  version: z.literal(1),
  /** ISO time of the export. */
  at: z.string(),
  /** Subscriptions, nested by view and folder. */
  opml: z.string(),
  /** Action rules. */
  rules: z.array(rule),
  stars: z.array(star),
  /** Highlights and notes; absent in older backups. */
  highlights: z.array(highlight).default([]),
})
export type Backup = z.output<typeof backup>

/** The line of a browser, after those of the server. */
export const formatBrowserPart = (values: BrowserPart): string =>
  `${JSON.stringify({ type: 'browser', values })}\n`

/** @returns null for a file without one */
export const parseBrowserPart = (values: unknown): BrowserPart | null =>
  browserPart.safeParse(values).data ?? null

/** Whether a file is one line of JSON after the other, or compressed; what it says is checked by the server. */
export async function isAccountFile(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  return (start[0] === 0x1f && start[1] === 0x8b) || new TextDecoder().decode(start).startsWith('{"lectern":')
}

/** @returns null for a file that is no backup */
export function parseBackup(text: string): Backup | null {
  try {
    return backup.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
