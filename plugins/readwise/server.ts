import {
  baseAddress,
  bodyOf,
  defineServer,
  required,
  succeeded,
  webAddressOf,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import { readwiseHighlight } from './highlight.ts'
import * as saves from './migrations/0001-saves.ts'

const SERVICE = 'Readwise'
const HIGHLIGHTS_AT_ONCE = 50
type Highlight = Awaited<ReturnType<Caller['highlights']>>[number]

type Tables = { readwiseSaves: { userId: string; entryId: string; url: string; savedAt: number } }

export default defineServer(
  ({ answer, tables, log }) => {
    const db = tables<Tables>()

    answer(calls.save, async ({ entryId }, caller) => {
      const before = await db
        .selectFrom('readwiseSaves')
        .select('url')
        .where('userId', '=', caller.id)
        .where('entryId', '=', entryId)
        .executeTakeFirst()
      const saved = await caller.entry(entryId)
      const address = webAddressOf(saved.entry, SERVICE)
      const withSummary = caller.settings['saveSummaryAsDescription'] === true
      const reply = await ask(
        caller,
        '/api/v3/save/',
        JSON.stringify(documentOf(saved, address, withSummary)),
      )
      const { url } = bodyOf(reply, z.object({ url: z.url() }), SERVICE)
      await db
        .insertInto('readwiseSaves')
        .values({ userId: caller.id, entryId, url, savedAt: Date.now() })
        .onConflict((conflict) => conflict.columns(['userId', 'entryId']).doUpdateSet({ url }))
        .execute()
      log('saved an entry', { entryId })
      // 200 means that Readwise had the document already, 201 that it is new.
      return { url, again: before !== undefined || reply.status === 200 }
    })

    answer(calls.highlights, async ({ entryId }, caller) => {
      const of = entryId === undefined ? {} : { entryId }
      let count = 0
      for (let after: Highlight | undefined; ;) {
        const part = await caller.highlights({ ...of, ...(after && { after }), limit: HIGHLIGHTS_AT_ONCE })
        after = part.at(-1)
        if (!after) break
        count += part.length
        const batch = part.map(readwiseHighlight)
        // Readwise knows a highlight by its text and source: what it has already, it updates.
        const reply = await ask(caller, '/api/v2/highlights/', JSON.stringify({ highlights: batch }))
        bodyOf(reply, z.array(z.object({ modified_highlights: z.array(z.number()) })), SERVICE)
      }
      log('sent highlights', { count })
      return count === 0 ? { key: 'noHighlights' } : { key: 'highlightsSent', values: { count } }
    })

    answer(calls.check, async (_, caller) => {
      await ask(caller, '/api/v2/auth/')
      return { key: 'tokenGood' }
    })
  },
  { '0001-saves': saves },
)

/** One request to Readwise, its refusals converted to messages. */
async function ask(caller: Caller, path: string, body?: string): Promise<OutboundResponse> {
  const token = required(caller.secret('readwiseToken'), SERVICE, 'readwiseToken')
  const endpoint = baseAddress(caller.settings['readwiseEndpoint'])
  const reply = await caller.fetch(endpoint + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Token ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    // Readwise knows documents by their address, and highlights by their text and source.
    ...(body === undefined ? {} : { body, idempotent: true }),
  })
  return succeeded(reply, SERVICE)
}

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>

/** Fields of POST /api/v3/save/ (Readwise Reader API). */
type ReadwiseDocument = {
  url: string
  html?: string
  title?: string
  author?: string
  summary?: string
  published_date?: string
  image_url?: string
  tags?: readonly string[]
  saved_using: string
}

/** An entry in the form of Readwise's save call. @param withSummary puts the entry's description in as the summary */
function documentOf({ entry, labels }: Saved, url: string, withSummary: boolean): ReadwiseDocument {
  const image = entry.media?.find((one) => one.type === 'photo')?.url
  return {
    url,
    ...(entry.content ? { html: entry.content } : {}),
    ...(entry.title ? { title: entry.title } : {}),
    ...(entry.author ? { author: entry.author } : {}),
    ...(withSummary && entry.description ? { summary: entry.description } : {}),
    published_date: entry.publishedAt,
    ...(image ? { image_url: image } : {}),
    ...(labels.length > 0 ? { tags: labels } : {}),
    saved_using: 'Lectern',
  }
}
