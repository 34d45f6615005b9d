/** Highlights in the article of a bookmark: by the XPath of an element, and a number of characters in its text. */
import type { PluginText } from '../../../src/plugin-api/manifest.ts'
import { comparedPassages, rangesOfPassages, type Passage } from '../../../src/plugin-api/passages.ts'
import {
  bodyOf,
  refusalOf,
  succeeded,
  z,
  type OutboundResponse,
  type ServerHost,
  type TextRange,
} from '../../../src/plugin-api/server.ts'

const SERVICE = 'Readeck'
const COLOR = 'yellow'
/** Lengths that Readeck accepts. */
const MAX_PATH = 256
const MAX_NOTE = 1024
/** It is being read. */
const LOADING = 2
/** What Readeck puts around a highlight in the article. */
const MARK = 'rd-annotation'

/** A bookmark, as far as Readeck has read its page. */
export const bookmarkSchema = z.object({
  state: z.number().default(0),
  has_article: z.boolean().default(true),
  is_deleted: z.boolean().default(false),
})
const annotation = z.object({
  id: z.string(),
  text: z.string().default(''),
  color: z.string().default(COLOR),
  /** Absent in versions without notes. */
  note: z.string().optional(),
})

/** A request to an address of bookmarks. */
type Send = (
  path: string,
  sent?: { readonly method: 'POST' | 'PATCH'; readonly body: object },
) => Promise<OutboundResponse>
type Highlights = {
  readonly id: string
  /** null: it is requested. */
  readonly bookmark: z.output<typeof bookmarkSchema> | null
  readonly passages: readonly Passage[]
  readonly waits: readonly number[]
} & Pick<ServerHost, 'textRanges'>

/**
 * Adds the highlights that the article lacks, and changes the notes of those that it has.
 * @returns what could not be added
 * @throws PluginRefusal
 */
export async function annotate(
  request: Send,
  { id, bookmark, passages, waits, textRanges }: Highlights,
): Promise<PluginText | undefined> {
  const path = `/${encodeURIComponent(id)}`
  const json = async <T extends z.ZodType>(below: string, schema: T): Promise<z.output<T>> =>
    bodyOf(succeeded(await request(path + below), SERVICE), schema, SERVICE)
  let current = bookmark ?? (await json('', bookmarkSchema))
  for (const wait of waits) {
    if (current.state !== LOADING) break
    await new Promise((done) => setTimeout(done, wait))
    current = await json('', bookmarkSchema)
  }
  if (current.state === LOADING) return { key: 'stillReading' }
  if (!current.has_article) return { key: 'notInText', values: { count: passages.length } }
  const { missing, present } = comparedPassages(
    passages,
    await json('/annotations', z.array(annotation)),
    ({ text }) => ({ text, note: '' }),
  )
  for (const [{ note }, { id: annotationId, color, note: noteThere }] of present) {
    if (note === '' || noteThere === undefined || noteThere === noteOf(note)) continue
    const body = { color, note: noteOf(note) }
    succeeded(
      await request(`${path}/annotations/${encodeURIComponent(annotationId)}`, { method: 'PATCH', body }),
      SERVICE,
    )
  }
  if (missing.length === 0) return undefined
  const { text: html } = succeeded(await request(`${path}/article`), SERVICE)
  const ranges = await rangesOfPassages({ textRanges }, missing, { html, transparent: MARK })
  let left = 0
  for (const [at, { note }] of missing.entries()) {
    const place = placeOf(ranges[at])
    if (place === null) {
      left += 1
      continue
    }
    const body = { ...place, color: COLOR, ...(note && { note: noteOf(note) }) }
    const reply = await request(`${path}/annotations`, { method: 'POST', body })
    if (reply.status < 300) continue
    const refusal = refusalOf(reply, SERVICE)
    // Such as one that overlaps another.
    if (refusal.text.key !== 'outside.refused') throw refusal
    left += 1
  }
  return left === 0 ? undefined : { key: 'notInText', values: { count: left } }
}

const noteOf = (note: string): string => note.slice(0, MAX_NOTE).toWellFormed()

/** null: Readeck takes no such place. */
function placeOf(range: TextRange | null | undefined): object | null {
  if (!range) return null
  const { start, end } = range
  if ([start, end].some(({ path }) => path === '' || path.length > MAX_PATH)) return null
  return {
    start_selector: start.path,
    start_offset: start.characters,
    end_selector: end.path,
    end_offset: end.characters,
  }
}
