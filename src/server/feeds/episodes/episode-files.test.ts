import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Podcast } from '../../../contract/podcast.ts'
import { seedEntries, seedFeed } from '../../../../tests/support/library.ts'
import { startSite, type Site } from '../../../../tests/support/site.ts'
import { kinds, openTestStorage } from '../../../../tests/support/storage.ts'
import { containsText } from '../../storage/engine/like.ts'
import { readInTexts } from '../../storage/entries/entry-texts.ts'
import type { Refusal } from '../../http/refusal.ts'
import { createOutbound, type Outbound } from '../../outbound/index.ts'
import { createParsing, type Parsing } from '../../parsing/parsing.ts'
import { entriesTranscribed } from '../../storage/entries/episode-files.ts'
import type { Storage } from '../../storage/open.ts'
import { createEpisodeFiles, type EpisodeFiles } from './episode-files.ts'

const DAY = 86_400_000
const files = new Map<string, string>()
let storage: Storage
let outbound: Outbound
let parsing: Parsing
let site: Site
let episodes: EpisodeFiles
let feedId: string
let now: number

beforeEach(async () => {
  files.clear()
  now = Date.now()
  site = await startSite()
  site.answer = (request, response) => {
    const text = files.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }
  storage = await openTestStorage()
  feedId = await seedFeed(storage)
  outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern/test' })
  parsing = createParsing()
  episodes = createEpisodeFiles({ storage, outbound, parsing, now: () => now })
})
afterEach(async () => {
  await parsing.close()
  await outbound.close()
  await storage.close()
  site.close()
})

const at = (path: string) => `${site.url}${path}`
const requested = () => site.requests.map(({ path }) => path)
const episode = async (podcast: Podcast | null): Promise<string> => {
  const [id] = await seedEntries(storage, feedId, [
    { language: 'en', insertedAt: now, extra: podcast && JSON.stringify({ links: [], podcast }) },
  ])
  return id ?? ''
}
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`

test('the best form of a transcript is fetched once, and again when it is old or at another address', async () => {
  files.set('/a.vtt', vtt('The Café of the first day opens.'))
  const id = await episode({ transcripts: [{ url: at('/a.html') }, { url: at('/a.vtt'), type: 'text/vtt' }] })
  const [one, other] = await Promise.all([episodes.transcript(id, 'ada'), episodes.transcript(id, 'eve')])
  expect(one).toEqual({
    lines: [{ start: 1, end: 2, text: 'The Café of the first day opens.' }],
    language: 'en',
  })
  expect(other).toEqual(one)
  expect(await episodes.transcript(id, 'ada')).toEqual(one)
  expect(requested()).toEqual(['/a.vtt'])
  expect(await entriesTranscribed(storage, 'the cafe', 10)).toEqual([id])

  files.set('/a.vtt', vtt('It has been corrected by now.'))
  now += 8 * DAY
  expect((await episodes.transcript(id, 'ada'))?.lines[0]?.text).toBe('It has been corrected by now.')
  expect(await entriesTranscribed(storage, 'the cafe', 10)).toEqual([])
})

test.each(kinds)('words are found in a transcript from when it is fetched on (%s)', async (kind) => {
  const other = kind === 'sqlite' ? storage : await openTestStorage(kind)
  const ofKind = createEpisodeFiles({ storage: other, outbound, parsing, now: () => now })
  files.set('/a.vtt', vtt('The Café opens.'))
  const feed = await seedFeed(other)
  const extra = JSON.stringify({ links: [], podcast: { transcripts: [{ url: at('/a.vtt') }] } })
  const [id = ''] = await seedEntries(other, feed, [{ insertedAt: now, extra, content: '<p>Notes</p>' }])
  const found = async (text: string) => {
    await readInTexts(other, 10)
    const { rows } = await sql<{ entryId: string }>`select "entryId" from "entryTexts"
      where ${containsText(kind === 'sqlite' ? 'sqlite' : 'postgres', sql`body`, text)}`.execute(other.db)
    return rows.map(({ entryId }) => entryId)
  }
  expect([await found('notes'), await found('the cafe')]).toEqual([[id], []])
  await ofKind.transcript(id, 'ada')
  expect([await found('notes'), await found('the cafe')]).toEqual([[id], [id]])
  if (other !== storage) await other.close()
})

test('chapters of the feed need no request, those of a file one', async () => {
  files.set('/c.json', JSON.stringify({ chapters: [{ startTime: 5, title: 'Five' }] }))
  const own = [{ start: 1, title: 'One' }]
  expect(
    await episodes.chapters(await episode({ chapters: own, chaptersUrl: at('/c.json') }), 'ada'),
  ).toEqual(own)
  expect(await episodes.chapters(await episode(null), 'ada')).toEqual([])
  expect(requested()).toEqual([])
  const id = await episode({ chaptersUrl: at('/c.json') })
  expect(await episodes.chapters(id, 'ada')).toEqual([{ start: 5, title: 'Five' }])
  expect(await episodes.chapters(id, 'ada')).toEqual([{ start: 5, title: 'Five' }])
  expect(requested()).toEqual(['/c.json'])
})

test('a file that is missing, too large or inside the network is refused with its reason', async () => {
  files.set('/large.vtt', vtt('x'.repeat(5_100_000)))
  const refusal = async (url: string) =>
    episodes
      .transcript(await episode({ transcripts: [{ url }] }), 'ada')
      .catch((error: Refusal) => error.reason)
  expect(await refusal(at('/none.vtt'))).toContain('404')
  expect(await refusal(at('/large.vtt'))).toContain('too large')
  expect(await refusal('http://169.254.169.254/latest')).toContain('inside a network')
  expect(await episodes.transcript(await episode(null), 'ada')).toBe(null)
})

test('a feed with many new episodes does not keep out another, nor does one that no parser reads', async () => {
  files.set('/a.vtt', vtt('Beans and other climbers of the garden.'))
  const quiet = await episode({ transcripts: [{ url: at('/a.vtt') }] })
  now += 1
  feedId = await seedFeed(storage)
  for (let number = 0; number < 25; number += 1)
    await episode({ transcripts: [{ url: at(`/many/${number}.vtt`) }] })
  const failing: Parsing = {
    ...parsing,
    inTurnOf: () => ({
      ...parsing,
      parse: () => Promise.reject(new Error('a bug of a parser')),
    }),
  }
  const broken = createEpisodeFiles({ storage, outbound, parsing: failing, now: () => now })
  await expect(broken.fetchNew()).rejects.toThrow('Transcripts could not be read')
  expect(requested()).toHaveLength(20)
  expect(requested()).toContain('/a.vtt')
  // The job has been through with it, and a user reads it.
  await episodes.fetchNew()
  expect(requested()).toHaveLength(26)
  expect((await episodes.transcript(quiet, 'ada'))?.lines).toHaveLength(1)
})

test('the job fetches transcripts of new entries, and one that fails no second time', async () => {
  files.set('/a.vtt', vtt('Beans and other climbers of the garden.'))
  const id = await episode({ transcripts: [{ url: at('/a.vtt') }] })
  await episode({ transcripts: [{ url: at('/gone.vtt') }] })
  await episode({ season: { number: 1 } })
  await episodes.fetchNew()
  await episodes.fetchNew()
  expect(requested().toSorted()).toEqual(['/a.vtt', '/gone.vtt'])
  expect(await entriesTranscribed(storage, 'beans', 10)).toEqual([id])
  now += 40 * DAY
  const old = await episode({ transcripts: [{ url: at('/a.vtt') }] })
  await storage.db.updateTable('entries').set({ insertedAt: 0 }).where('id', '=', old).execute()
  await episodes.fetchNew()
  expect(requested()).toHaveLength(2)
})
