import {
  defineServer,
  PluginRefusal,
  type Caller,
  type VectorExtension,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import * as tables from './migrations/0001-meaning.ts'
import {
  counted,
  embedTexts,
  limitOf,
  readEntries,
  TEXT,
  textOf,
  type Reading,
} from './server/read-entries.ts'
import { embed, hashOf, modelOf, serviceOf, spaceOf } from './server/service.ts'
import {
  countIn,
  entryVector,
  forget,
  progressOf,
  putSearch,
  spend,
  spentOf,
  searchVector,
  type Tables,
} from './server/stored.ts'
import { addNear, fillNear, nearest } from './server/nearest.ts'
import { dimensionsOf } from './server/vectors.ts'

/** Compares entries by vectors of a model that the user, or the administrator, names. */
export default defineServer(
  ({ answer, job, ranking, switchedOff, environment, tables: tablesOf, vectorExtension, now, log }) => {
    const db = tablesOf<Tables>()
    let prepared: Promise<VectorExtension | null> | undefined
    /** @returns null: vectors are compared in this process */
    const comparedBy = () =>
      (prepared ??= prepareVectors().catch((error: unknown) => {
        log('The database cannot compare vectors', { error: String(error) })
        return null
      }))
    const prepareVectors = async () => {
      const extension = await vectorExtension()
      if (extension === 'pgvector') await addNear(db)
      return extension
    }

    /** @throws PluginRefusal `notSetUp` */
    const readingOf = (caller: Caller): Reading => {
      const service = serviceOf(caller, environment)
      if (!service) throw new PluginRefusal('notSetUp')
      return { db, caller, service, now }
    }
    /** @throws PluginRefusal where the bound of the day is reached, in the words of whose it is */
    const sentOrRefusal = <T>(reading: Reading, sent: T | null): T => {
      const limit = limitOf(reading)
      if (sent === null)
        throw new PluginRefusal(limit < reading.service.perDay ? 'nothingLeft' : 'nothingLeftHere', { limit })
      return sent
    }
    /** Of a search, which is paid for once. */
    const vectorOfText = async (reading: Reading, words: string): Promise<Uint8Array> => {
      const { caller, service } = reading
      const text = words.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT)
      const hash = hashOf(text)
      const space = (await progressOf(db, caller.id))?.space ?? ''
      const known = await searchVector(db, caller.id, space, hash)
      if (known) return known.vector
      const sent = await counted(reading, 1, () => embed(caller.fetch, service, [text]))
      const [vector] = sentOrRefusal(reading, sent).vectors
      if (!vector) throw new PluginRefusal('badVectors', { model: service.model })
      const received = spaceOf(service, dimensionsOf(vector))
      await putSearch(db, { userId: caller.id, space: received, hash, vector, usedAt: now() })
      return vector
    }
    /** @param except the entry itself */
    const nearestTo = async (
      { caller, service }: Reading,
      vector: Uint8Array,
      limit: number,
      except: string | null,
    ) => {
      const space = spaceOf(service, dimensionsOf(vector))
      const found = await nearest(db, await comparedBy(), { userId: caller.id, space, vector, limit, except })
      if (found.length > 0) return found
      const progress = await progressOf(db, caller.id)
      const isOther = progress !== undefined && !progress.space.endsWith(':0') && progress.space !== space
      throw new PluginRefusal(isOther ? 'otherModel' : 'nothingYet')
    }

    ranking('like', async ({ value, limit }, caller) => {
      const reading = readingOf(caller)
      const model = `${modelOf(reading.service)}:`
      let stored = await entryVector(db, caller.id, value)
      if (!stored?.space.startsWith(model)) {
        const { entry } = await caller.entry(value)
        const text = textOf({ entry })
        if (text === '') throw new PluginRefusal('noWords')
        sentOrRefusal(reading, await embedTexts(reading, [{ entryId: entry.id, text, hash: hashOf(text) }]))
        stored = await entryVector(db, caller.id, entry.id)
      }
      if (!stored) throw new PluginRefusal('nothingYet')
      return nearestTo(reading, stored.vector, limit, value)
    })

    ranking('about', async ({ value, limit }, caller) => {
      const reading = readingOf(caller)
      return nearestTo(reading, await vectorOfText(reading, value), limit, null)
    })

    job('compare', async (caller) => {
      const service = serviceOf(caller, environment)
      if (!service) return undefined
      if ((await comparedBy()) === 'pgvector') await fillNear(db, caller.id)
      return readEntries({ db, caller, service, now })
    })

    answer(calls.status, async (_, caller) => {
      const service = serviceOf(caller, environment)
      const progress = await progressOf(db, caller.id)
      return {
        service: service?.whose ?? null,
        model: service?.model ?? '',
        entries: await countIn(db, caller.id, progress?.space ?? ''),
        isBehind: service !== null && progress?.endedAt == null,
        waitUntil: Number(progress?.waitUntil ?? 0) > now() ? Number(progress?.waitUntil) : null,
        ...(await spentOf(db, caller.id, now())),
      }
    })

    answer(calls.check, async (_, caller) => {
      const reading = readingOf(caller)
      const check = () => embed(caller.fetch, reading.service, ['Lectern'])
      // Of the user's own model it may always be tried out.
      const isOwn = reading.service.whose === 'own'
      const { vectors, tokens } = isOwn
        ? await check()
        : sentOrRefusal(reading, await counted(reading, 1, check))
      if (isOwn) await spend(db, caller.id, now(), { entries: 0, tokens })
      const dimensions = vectors[0] ? dimensionsOf(vectors[0]) : 0
      return { key: 'works', values: { model: reading.service.model, dimensions } }
    })

    answer(calls.forget, async (_, { id }) => {
      await forget(db, id, { spent: false })
      return {}
    })
    switchedOff((userId) => forget(db, userId, { spent: true }))
  },
  { '0001-meaning': tables },
)
