import { tagsWithoutSpaces } from '../../src/plugin-api/bookmarks.ts'
import { escapedXml } from '../../src/plugin-api/epub.ts'
import { commandCall, defineCalls, PluginRefusal, z } from '../../src/plugin-api/manifest.ts'
import {
  baseAddress,
  bodyOf,
  defineServer,
  succeeded,
  type Caller,
  type Highlight,
} from '../../src/plugin-api/server.ts'

const NAME = 'Anki'
const HIGHLIGHTS_AT_ONCE = 50
const VERSION = 6
/** On each card, beside the labels of its entry. */
const TAG = 'lectern'
/** Anki has a note with the same front. */
const DUPLICATE = /duplicate/i

const calls = defineCalls({
  /** Of one entry, or all. */
  highlights: { input: z.object({ entryId: z.string().optional() }), output: commandCall.output },
  check: commandCall,
})
const answered = z.object({ result: z.unknown(), error: z.string().nullable() })

/** AnkiConnect: each request is an action, and `multi` several. */
export default defineServer(({ answer }) => {
  answer(calls.highlights, async ({ entryId }, caller) => {
    const of = entryId === undefined ? {} : { entryId }
    const deck = String(caller.settings['ankiDeck'])
    let made = 0
    let fields: readonly [string, string] | null = null
    for (let after: Highlight | undefined; ;) {
      const part = await caller.highlights({ ...of, ...(after && { after }), limit: HIGHLIGHTS_AT_ONCE })
      after = part.at(-1)
      if (!after) break
      const quoted = part.flatMap((highlight) => {
        const sides = cardOf(highlight)
        return sides ? [{ entryId: highlight.entryId, sides }] : []
      })
      if (quoted.length === 0) continue
      if (!fields) {
        fields = await fieldsOf(caller)
        await act(caller, 'createDeck', { deck })
      }
      const labels = await labelsOf(caller, new Set(quoted.map((one) => one.entryId)))
      const cards = quoted.map((one) => ({
        sides: one.sides,
        tags: [TAG, ...tagsWithoutSpaces(labels.get(one.entryId) ?? [])],
      }))
      made += await addCards(caller, deck, fields, cards)
    }
    return made === 0 ? { key: 'none' } : { key: 'made', values: { count: made } }
  })
  answer(calls.check, async (_, caller) => {
    await fieldsOf(caller)
    return { key: 'connected' }
  })
})

/** The first two fields of the user's kind of note, whose names depend on the language of Anki. */
async function fieldsOf(caller: Caller): Promise<readonly [string, string]> {
  const modelName = String(caller.settings['ankiModel'])
  const { data } = z
    .array(z.string())
    .min(2)
    .safeParse(await act(caller, 'modelFieldNames', { modelName }))
  if (!data) throw new PluginRefusal('noFields', { model: modelName })
  return [String(data[0]), String(data[1])]
}

type Card = { readonly sides: readonly [front: string, back: string]; readonly tags: readonly string[] }

/** The labels of entries; none of one that the user does not see any more. */
async function labelsOf(
  { entry }: Caller,
  entryIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const labels = new Map<string, readonly string[]>()
  for (const id of entryIds)
    try {
      labels.set(id, (await entry(id)).labels)
    } catch (error) {
      if (!(error instanceof PluginRefusal)) throw error
    }
  return labels
}

/** @returns how many are new */
async function addCards(
  caller: Caller,
  deckName: string,
  [front, back]: readonly [string, string],
  cards: readonly Card[],
): Promise<number> {
  const actions = cards.map(({ sides: [question, answer], tags }) => ({
    action: 'addNote',
    version: VERSION,
    params: {
      note: {
        deckName,
        modelName: String(caller.settings['ankiModel']),
        fields: { [front]: question, [back]: answer },
        options: { allowDuplicate: false, duplicateScope: 'deck' },
        tags,
      },
    },
  }))
  const results = z.array(answered).safeParse(await act(caller, 'multi', { actions })).data
  if (results?.length !== cards.length) throw new PluginRefusal('outside.unreadable', { service: NAME })
  const failed = results.find(({ error }) => error !== null && !DUPLICATE.test(error))
  if (failed) throw refusalOf(failed.error)
  return results.filter(({ error }) => error === null).length
}

async function act({ settings, secret, fetch }: Caller, action: string, params: object): Promise<unknown> {
  const key = secret('ankiKey').trim()
  const reply = await fetch(baseAddress(settings['ankiEndpoint']), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action, version: VERSION, params, ...(key && { key }) }),
    // A card that is there is not made again.
    idempotent: true,
  })
  const { result, error } = bodyOf(succeeded(reply, NAME), answered, NAME)
  if (error !== null) throw refusalOf(error)
  return result
}

/** AnkiConnect says in words what is wrong, with the status 200. */
const refusalOf = (error: string | null): PluginRefusal =>
  /api key/i.test(error ?? '')
    ? new PluginRefusal('outside.notAccepted', { service: NAME })
    : new PluginRefusal('refused', { reason: (error ?? '').slice(0, 300) })

/** A highlight as a note of Anki, whose fields are HTML. */
const escaped = (text: string): string => escapedXml(text).replaceAll('\n', '<br>')

/** @returns what is in front and behind; null for a note on an entry as a whole, which asks nothing */
export function cardOf({ quote, note, entry }: Highlight): readonly [front: string, back: string] | null {
  if (!quote) return null
  const title = escaped(entry.title || entry.url || '')
  const source =
    entry.url && /^https?:/i.test(entry.url) ? `<a href="${escaped(entry.url)}">${title}</a>` : title
  return [escaped(quote.exact), [note ? escaped(note) : '', source].filter(Boolean).join('<br><br>')]
}
