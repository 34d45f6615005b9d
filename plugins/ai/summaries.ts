/** Summaries of the open entry: requested once per entry, language and text, cancelled when they are no longer wanted. */
import { combine, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import type { ClientHost, ContentTarget, EntryHead } from '../../src/plugin-api/client.ts'
import type { Remote } from './remote.ts'
import type { AiLanguage } from './wire.ts'
import { summariseInBrowser } from './browser-model.ts'
import { isSummarised, optionsOf, type Engine } from './options.ts'

/** Shorter texts get no summary (spec 5). */
const SHORTEST = 100
/** Summaries in memory; beyond it those that were read longest ago go (spec 9). */
const REMEMBERED = 10
/** ms that an entry is open before it is summarised by itself: paging through the list costs nothing. */
const DELAY_MS = 400

export type SummaryRequest = {
  readonly key: string
  readonly entry: EntryHead
  readonly language: AiLanguage
  readonly target: ContentTarget
  readonly html: string
  readonly engine: Engine
  readonly isAutomatic: boolean
}
/**
 * checking: it may be stored, or the text too short; success: empty for a text that is too short. `by`: who wrote it;
 * `stored`: it was written earlier, and cost nothing now.
 */
export type Summary =
  | { readonly status: 'checking' }
  | { readonly status: 'pending'; readonly text: string }
  | { readonly status: 'success'; readonly text: string; readonly by: Engine | 'stored' }
  | { readonly status: 'error'; readonly error: unknown }

export function createSummaries(
  { reader, model, texts, contentBlocks, $settings, started }: ClientHost,
  remote: Remote,
) {
  const toggled = createEvent<string>()
  const cancelled = createEvent()
  const retried = createEvent()
  const requested = createEvent<string>()
  const pieceReceived = createEvent<{ readonly key: string; readonly piece: string }>()
  const running = new Map<string, AbortController>()

  const $options = combine($settings, reader.$language, optionsOf)
  const $choices = createStore<ReadonlyMap<string, boolean>>(new Map(), { serialize: 'ignore' })
  /** The summary that the open entry is to have; null where it is to have none. */
  const $wanted = combine(
    {
      open: reader.$open,
      view: reader.$view,
      options: $options,
      choices: $choices,
      isAvailable: model.$isAvailable,
    },
    ({ open, view, options, choices, isAvailable }): SummaryRequest | null => {
      if (!open || open.html === null) return null
      const { entry, target } = open
      const choice = choices.get(entry.id)
      const isAutomatic = isSummarised(options, entry, view)
      if (!(choice ?? isAutomatic)) return null
      const { engine, language } = options
      // By itself nothing is requested of a server without a model.
      if (choice === undefined && engine === 'server' && isAvailable !== true) return null
      const key = `${entry.id} ${language} ${target} ${engine}`
      return { key, entry, language, target, html: open.html, engine, isAutomatic: choice === undefined }
    },
  )
  const $isAutomatic = combine(reader.$open, reader.$view, $options, (open, view, options) =>
    open ? isSummarised(options, open.entry, view) : false,
  )
  sample({
    clock: toggled,
    source: { choices: $choices, wanted: $wanted },
    fn: ({ choices, wanted }, id) => new Map(choices).set(id, wanted?.entry.id !== id),
    target: $choices,
  })
  sample({
    clock: cancelled,
    source: { choices: $choices, wanted: $wanted },
    filter: ({ wanted }) => wanted !== null,
    fn: ({ choices, wanted }) => new Map(choices).set((wanted as SummaryRequest).entry.id, false),
    target: $choices,
  })

  const summariseFx = createEffect(async (request: SummaryRequest) => {
    const { key, entry, language, target, html, engine, isAutomatic } = request
    // Bound before the first await, which leaves the scope.
    const received = scopeBind(pieceReceived, { safe: true })
    const writing = scopeBind(requested, { safe: true })
    const controller = new AbortController()
    running.set(key, controller)
    const { signal } = controller
    try {
      const [stored] = await texts.summaries([entry.id], language)
      const before = stored?.[target]
      if (before) return { text: before, by: 'stored' as const }
      const text = (await contentBlocks(html)).join('\n')
      if (text.length < SHORTEST) return { text: '', by: engine }
      if (isAutomatic) await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
      signal.throwIfAborted()
      writing(key)
      const onText = (piece: string) => received({ key, piece })
      const summary =
        engine === 'browser'
          ? await summariseInBrowser({ text, language, signal, onText })
          : await remote.summary({ id: entry.id, language, target, signal, onText })
      if (summary !== '') await texts.putSummary({ entryId: entry.id, language, [target]: summary })
      return { text: summary, by: engine }
    } finally {
      running.delete(key)
    }
  })

  const $summaries = createStore<ReadonlyMap<string, Summary>>(new Map(), { serialize: 'ignore' })
    .on(summariseFx, (summaries, { key }) => new Map(summaries).set(key, { status: 'checking' }))
    .on(requested, (summaries, key) => new Map(summaries).set(key, { status: 'pending', text: '' }))
    .on(pieceReceived, (summaries, { key, piece }) => {
      const before = summaries.get(key)
      if (before?.status !== 'pending') return summaries
      return new Map(summaries).set(key, { status: 'pending', text: before.text + piece })
    })
    .on(summariseFx.done, (summaries, { params, result }) =>
      remembered(summaries, params.key, { status: 'success', ...result }),
    )
    .on(summariseFx.fail, (summaries, { params, error }) =>
      isAbort(error)
        ? without(summaries, params.key)
        : new Map(summaries).set(params.key, { status: 'error', error }),
    )
    .on(sample({ clock: retried, source: $wanted }), (summaries, wanted) =>
      wanted ? without(summaries, wanted.key) : summaries,
    )
  const $shown = combine($summaries, $wanted, (summaries, wanted) =>
    wanted ? { request: wanted, summary: summaries.get(wanted.key) ?? null } : null,
  )
  // Read again: the last of the map is the one that stays longest.
  sample({
    clock: $wanted,
    source: $summaries,
    filter: (summaries, wanted) => wanted !== null && summaries.get(wanted.key)?.status === 'success',
    fn: (summaries, wanted) => {
      const { key } = wanted as SummaryRequest
      return remembered(summaries, key, summaries.get(key) as Summary)
    },
    target: $summaries,
  })
  const abortFx = createEffect((wanted: string | undefined) => {
    for (const [key, controller] of running) if (key !== wanted) controller.abort()
  })
  sample({ clock: $wanted, fn: (wanted) => wanted?.key, target: abortFx })
  sample({
    clock: [$wanted, $summaries, started],
    source: { wanted: $wanted, summaries: $summaries },
    filter: ({ wanted, summaries }) => wanted !== null && !summaries.has(wanted.key),
    fn: ({ wanted }) => wanted as SummaryRequest,
    target: summariseFx,
  })
  const serverResponded = summariseFx.doneData.filter({
    fn: ({ by, text }) => by === 'server' && text !== '',
  })
  const stop = () => running.forEach((controller) => controller.abort())
  const $openId = reader.$open.map((open) => open?.entry.id ?? null)
  return { $shown, $openId, $isAutomatic, serverResponded, toggled, cancelled, retried, stop }
}
export type Summaries = ReturnType<typeof createSummaries>

export const isAbort = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'AbortError'

function without(summaries: ReadonlyMap<string, Summary>, key: string): ReadonlyMap<string, Summary> {
  return new Map([...summaries].filter(([one]) => one !== key))
}

function remembered(
  summaries: ReadonlyMap<string, Summary>,
  key: string,
  summary: Summary,
): ReadonlyMap<string, Summary> {
  return new Map([...without(summaries, key), [key, summary] as const].slice(-REMEMBERED))
}
