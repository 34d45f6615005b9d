/** A backup: what a user has on this server and in this browser, as one JSON file. */
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

const backup = z.object({
  format: z.literal('lectern-backup'),
  version: z.literal(1),
  /** ISO time of the export. */
  at: z.string(),
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
  /** Subscriptions, nested by view and folder. */
  opml: z.string(),
  /** Action rules. */
  rules: z.array(rule),
  stars: z.array(star),
  /** Highlights and notes; absent in older backups. */
  highlights: z.array(highlight).default([]),
})
export type Backup = z.output<typeof backup>
export type BackupStar = z.output<typeof star>

export const formatBackup = (content: Backup): string => `${JSON.stringify(content, null, 2)}\n`

/** @returns null for a file that is no backup */
export function parseBackup(text: string): Backup | null {
  try {
    return backup.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
