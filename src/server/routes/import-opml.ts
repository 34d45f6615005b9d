/** Turns the lines of an OPML file into an import: new subscriptions, existing ones, and refused lines. */
import type { z } from 'zod'
import { isOfTheWeb } from '../../contract/page-address.ts'
import type { importItem } from '../../contract/subscriptions.ts'
import { textWithoutCredentials } from '../feeds/fetch/credentials.ts'
import { settingsWith } from '../feeds/fetch/feed-request.ts'
import { Refusal } from '../http/refusal.ts'
import type { OpmlLine } from '../opml/parse.ts'
import type { FeedRequestSettings } from '../storage/feeds/feed-requests.ts'
import type { ImportLine, NewLine } from '../storage/lists/imports.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { cleanName } from './clean-name.ts'

type Item = z.output<typeof importItem>
type Result = { successfulItems: Item[]; conflictItems: Item[]; parsedErrorItems: Item[] }

type Options = {
  /** Addresses selected by the user; null for all. */
  readonly chosen: ReadonlySet<string> | null
  /** How many more feeds the user may follow. */
  readonly capacity: number
  /** Whether the file's proxies and exceptions for certificates are used. */
  readonly routes: boolean
  readonly secrets: Pick<StoredSecrets, 'close'>
}

export function planImport(
  lines: readonly OpmlLine[],
  { chosen, capacity, routes, secrets }: Options,
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
      url: line.url ?? textWithoutCredentials(line.written),
      title: line.title,
      follow: refused === null ? followed(line) : null,
      request: refused === null ? requestOf(line, routes, secrets) : null,
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
    return {
      outcome: 'failed',
      reason: `"${textWithoutCredentials(line.written)}" is not an address that can be fetched.`,
    }
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

/** A proxy sees the fetched content, and could change it where certificates are not checked: both only with consent. */
function requestOf(
  { url, request, credentials }: OpmlLine,
  routes: boolean,
  secrets: Options['secrets'],
): NewLine['request'] {
  if (url === null || (request === null && credentials === null) || !isOfTheWeb(url)) return null
  const settings: FeedRequestSettings = {
    userAgent: request?.userAgent ?? null,
    proxy: routes ? (request?.proxy ?? null) : null,
    username: request?.username ?? null,
    password: null,
    cookie: null,
    allowsInsecure: routes && request?.allowsInsecure ? 1 : 0,
    ignoresEdits: request?.ignoresEdits ? 1 : 0,
    usesFetcher: request?.usesFetcher ? 1 : 0,
  }
  return credentials ? settingsWith(url, credentials, secrets, settings) : settings
}

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

/** The response to the import itself: a followed line is a success, whatever the result of its first fetch. */
export const storedResult = (lines: readonly ImportLine[]): Result =>
  sorted(lines, (line) => line.outcome ?? 'done')
/** The response to a later status request: lines whose first fetch is pending are in no list yet. */
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
