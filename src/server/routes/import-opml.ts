/** Turns the lines of an OPML file into an import: new subscriptions, existing ones, and refused lines. */
import type { z } from 'zod'
import type { importItem } from '../../contract/subscriptions.ts'
import { Refusal } from '../http/refusal.ts'
import type { OpmlLine } from '../opml/parse.ts'
import type { ImportLine, NewLine } from '../storage/imports.ts'
import { cleanName } from './clean-name.ts'

type Item = z.output<typeof importItem>
type Result = { successfulItems: Item[]; conflictItems: Item[]; parsedErrorItems: Item[] }

/**
 * @param chosen addresses selected by the user; null for all
 * @param capacity how many more feeds the user may follow
 */
export function planImport(
  lines: readonly OpmlLine[],
  chosen: ReadonlySet<string> | null,
  capacity: number,
): NewLine[] {
  const seen = new Set<string>()
  const chosenLines = lines.filter(
    ({ url, written }) => !chosen || chosen.has(url ?? written) || chosen.has(written),
  )
  return chosenLines.map((line) => {
    const refused = refusal(line, seen, capacity)
    if (line.url !== null && refused === null) seen.add(line.url)
    return {
      line: line.line,
      url: line.url ?? line.written,
      title: line.title,
      follow: refused === null ? followed(line) : null,
      outcome: refused?.outcome ?? null,
      reason: refused?.reason ?? null,
    }
  })
}

function refusal(
  line: OpmlLine,
  seen: ReadonlySet<string>,
  capacity: number,
): Pick<NewLine, 'outcome' | 'reason'> | null {
  if (line.written === '') return { outcome: 'failed', reason: 'The line names no address of a feed.' }
  if (line.url === null)
    return { outcome: 'failed', reason: `"${line.written}" is not an address that can be fetched.` }
  if (seen.has(line.url)) return { outcome: 'conflict', reason: 'The file names this feed more than once.' }
  if (seen.size >= capacity) return { outcome: 'failed', reason: 'The limit of subscriptions is reached.' }
  return null
}

const followed = ({
  userTitle: feedTitle,
  category,
  view,
  isPrivate,
  settings,
}: OpmlLine): NewLine['follow'] => ({
  title: cleanName(feedTitle ?? ''),
  category: cleanName(category ?? ''),
  view,
  isPrivate: isPrivate ? 1 : 0,
  hideFromTimeline: settings.hidesFromTimeline ? 1 : 0,
})

/** @param items a JSON array of addresses, or undefined for all lines @throws Refusal */
export function chosenAddresses(items: string | undefined): Set<string> | null {
  if (items === undefined || items.trim() === '') return null
  const chosen = parsed(items)
  if (Array.isArray(chosen) && chosen.every((one) => typeof one === 'string')) return new Set(chosen)
  throw new Refusal('invalidParameter', 'items has to be a JSON array of addresses.')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The response to the import itself: a followed line is a success, whatever its first fetch results in. */
export const storedResult = (lines: readonly ImportLine[]): Result =>
  sorted(lines, (line) => line.outcome ?? 'done')
/** The response to a later status request: lines that wait for their first fetch are in no list yet. */
export const presentResult = (lines: readonly ImportLine[]): Result => sorted(lines, (line) => line.outcome)

function sorted(
  lines: readonly ImportLine[],
  outcomeOf: (line: ImportLine) => ImportLine['outcome'],
): Result {
  const items = (outcome: ImportLine['outcome']) =>
    lines.filter((line) => outcomeOf(line) === outcome).map(toItem)
  return {
    successfulItems: items('done'),
    conflictItems: items('conflict'),
    parsedErrorItems: items('failed'),
  }
}

const toItem = ({ feedId, url, title, reason }: ImportLine): Item => ({
  ...(feedId === null ? {} : { id: feedId }),
  url,
  title,
  ...(reason === null ? {} : { reason }),
})
