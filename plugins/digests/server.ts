import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  defineServer,
  MAX_ATTACHED,
  PluginRefusal,
  queryProblem,
  type Caller,
  type SelectedEntry,
} from '../../src/plugin-api/server.ts'
import { bookOf } from './book.ts'
import { calls, digestRecord, MAX_DIGESTS, type Digest, type DigestInput } from './contract.ts'
import { lastEntries, newEntries } from './issue.ts'
import { letterOf, titleOf } from './letter.ts'
import * as tablesOfDigests from './migrations/0001-digests.ts'
import { writePodcast } from './podcast.ts'
import { isTimeZone, nextRun } from './schedule.ts'
import {
  addDigest,
  addRecords,
  changeDigest,
  claimEntries,
  claimPeriod,
  digestById,
  digestRecords,
  digestsOf,
  feedOf,
  pruneEntries,
  putFeedHash,
  recordProblem,
  recordSent,
  releaseEntries,
  removeDigest,
  type DigestTables,
  type StoredDigest,
} from './stored-digests.ts'
import { filled, textsIn } from './texts.ts'

// Tokens of the addresses of podcast feeds: the tables have their hashes alone.

/** 256 bits. */
const newToken = (): string => randomBytes(32).toString('base64url')

/** The token is random and long, so that a plain hash cannot be searched. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** In a time that tells nothing. @param hash null: there is none, which takes as long */
function isToken(token: string, hash: string | null): boolean {
  const isEqual = timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(hash ?? hashOf('')))
  return isEqual && hash !== null
}

/** Entries of a podcast feed. */
const MAX_EPISODES = 100

/** Digests of what queries select, sent at their hour. */
export default defineServer(
  ({ answer, job, accountData, publicAddress, tables, now, log, xhtml }) => {
    const db = tables<DigestTables>()

    answer(calls.list, async (_, { id }) => ({ digests: (await digestsOf(db, id)).map(shown) }))

    answer(calls.put, async ({ id, ...input }, caller) => {
      const problem = queryProblem(input.query)
      if (problem) throw new PluginRefusal(problem.key, problem.values)
      if (!isTimeZone(input.timeZone)) throw new PluginRefusal('noTimeZone', { zone: input.timeZone })
      const at = now()
      const change = { userId: caller.id, input, nextAt: nextAtOf(input, at) }
      return shown(
        id === undefined ? await addDigest(db, change, at) : await changeDigest(db, id, change, at),
      )
    })

    answer(calls.remove, async ({ id }, caller) => {
      await removeDigest(db, caller.id, id)
      return {}
    })

    answer(calls.preview, async ({ id }, caller) => {
      const { entries, passed, isLast } = await previewed(caller, await digestById(db, caller.id, id))
      return {
        entries: entries.map(({ entry, feed }) => ({
          id: entry.id,
          title: titleOf({ entry, feed }),
          feed: feed.title,
          publishedAt: entry.publishedAt,
        })),
        more: passed.length,
        isLast,
      }
    })

    answer(calls.epub, async ({ id }, caller) => {
      const digest = await digestById(db, caller.id, id)
      const { entries } = await previewed(caller, digest)
      if (entries.length === 0) throw new PluginRefusal('nothingToDownload')
      const { name, bytes } = await bookOfDigest(caller, digest, entries)
      return { name, base64: Buffer.from(bytes).toString('base64') }
    })

    answer(calls.makePodcast, async ({ id }, caller) => {
      const token = newToken()
      await putFeedHash(db, caller.id, id, hashOf(token))
      return { path: `/api/plugins/digests/public/${id}/${token}` }
    })

    answer(calls.removePodcast, async ({ id }, caller) => {
      await putFeedHash(db, caller.id, id, null)
      return {}
    })

    accountData({
      record: digestRecord.refine(
        ({ query, timeZone }) => queryProblem(query) === null && isTimeZone(timeZone),
      ),
      most: MAX_DIGESTS,
      all: (userId) => digestRecords(db, userId),
      add: (userId, records) =>
        addRecords(db, userId, records, { now: now(), nextAtOf: (input) => nextAtOf(input, now()) }),
    })

    publicAddress({
      async userOf(id, token) {
        const feed = await feedOf(db, id)
        return isToken(token, feed?.feedHash ?? null) ? (feed?.userId ?? null) : null
      },
      async respond(id, caller, { reader }) {
        const { name, query } = await digestById(db, caller.id, id)
        const language = await caller.language()
        return {
          type: 'application/rss+xml',
          text: await writePodcast({
            title: name,
            description: filled(textsIn(language).podcast, { name }),
            language,
            link: reader,
            entries: await caller.entries(query, { limit: MAX_EPISODES, media: 'audio' }),
          }),
        }
      },
    })

    answer(calls.send, async ({ id }, caller) => {
      const count = await send(caller, await digestById(db, caller.id, id))
      if (count === 0) throw new PluginRefusal('nothingNew')
      return { count }
    })

    job('send', async (caller) => {
      for (const digest of await digestsOf(db, caller.id)) {
        const at = now()
        if (digest.nextAt === null || digest.nextAt > at) continue
        if (!(await claimPeriod(db, digest, nextRun(digest, at)))) continue
        try {
          if ((await send(caller, digest)) === 0) await recordProblem(db, digest.id, null)
        } catch (error) {
          await recordProblem(db, digest.id, problemOf(error))
          if (!(error instanceof PluginRefusal))
            log('A digest could not be sent', { digest: digest.id, cause: error })
        }
      }
      await pruneEntries(db, caller.id, now())
      const times = (await digestsOf(db, caller.id)).flatMap(({ nextAt }) => nextAt ?? [])
      return { nextAt: Math.min(...times) }
    })

    /** What the next digest has; where there is nothing new, what the last one had. */
    const previewed = async (caller: Caller, digest: StoredDigest) => {
      const { entries, passed } = await newEntries(db, caller, digest, now())
      if (entries.length > 0) return { entries, passed, isLast: false }
      const last = await lastEntries(db, caller, digest)
      return { entries: last, passed, isLast: last.length > 0 }
    }

    const bookOfDigest = async (
      caller: Caller,
      { name, timeZone }: StoredDigest,
      entries: readonly SelectedEntry[],
    ) => bookOf(caller, xhtml, { name, timeZone, language: await caller.language(), entries, now: now() })

    /** @returns how many entries were sent; 0: there is nothing new */
    const send = async (caller: Caller, digest: StoredDigest): Promise<number> => {
      const at = now()
      const { entries, passed } = await newEntries(db, caller, digest, at)
      if (entries.length === 0) return 0
      const issue = { included: entries.map(({ entry }) => entry.id), passed }
      const own = new Set(await claimEntries(db, digest.id, issue, at))
      const sent = entries.filter(({ entry }) => own.has(entry.id))
      if (sent.length === 0) return 0
      try {
        const language = await caller.language()
        const letter = { ...digest, entries: sent, more: passed.length, language }
        const book = digest.withEpub ? await bookOfDigest(caller, digest, sent) : null
        const tooLarge = book !== null && book.bytes.length > MAX_ATTACHED
        await caller.mail({
          ...letterOf(letter, { tooLarge }),
          ...(book && !tooLarge && { files: [book] }),
        })
      } catch (error) {
        await releaseEntries(db, digest.id, { included: [...own], passed })
        throw error
      }
      await recordSent(db, digest.id, { lastAt: at, lastCount: sent.length })
      return sent.length
    }
  },
  { '0001-digests': tablesOfDigests },
)

const nextAtOf = (input: DigestInput, now: number): number | null =>
  input.byMail ? nextRun(input, now) : null

const shown = ({ since: _, ...digest }: StoredDigest): Digest => digest

const problemOf = (error: unknown): Digest['problem'] => {
  if (!(error instanceof PluginRefusal)) return { key: 'notSent' }
  const { key, values, reason } = error.text
  return { key, ...(values && { values: { ...values } }), ...(reason !== undefined && { reason }) }
}
