/** Translations of the open entry and of the titles in the list: only what is missing, present, and in another language. */
import { combine, createEffect, createEvent, createStore, sample } from 'effector'
import type {
  ClientHost,
  ContentTarget,
  EntryHead,
  EntryTranslation,
  TextsOf,
  TranslatedContent,
  TranslatedPart,
} from '../../src/plugin-api/client.ts'
import { translateInBrowser } from './browser-model.ts'
import type { Remote } from './remote.ts'
import type { AiLanguage } from './wire.ts'
import { isIn } from './language-check.ts'
import { isTranslated, languageFor, optionsOf, type Engine } from './options.ts'
import { isAbort } from './summaries.ts'

/** Requests at a time: a list of titles must not keep the open entry waiting. */
const AT_ONCE = 3
/** Entries whose translations stay in memory. */
const REMEMBERED = 500

type Part = 'title' | ContentTarget
/** What is missing of one entry. */
export type Job = {
  readonly entry: EntryHead
  readonly language: AiLanguage
  readonly parts: readonly Part[]
  /** Of the open entry's content. */
  readonly html: string | null
  readonly engine: Engine
}
/** null: there is nothing to translate. */
type Texts = {
  readonly title?: string | null
  readonly content?: TranslatedContent | null
  readonly readabilityContent?: TranslatedContent | null
}
type Wanted = Job & { readonly key: string; readonly isOpen: boolean }

export function createTranslations(host: ClientHost, remote: Remote) {
  const { reader, model, $settings } = host
  const toggled = createEvent<string>()
  const switchedOn = createEvent<string>()
  const cancelled = createEvent()
  const retried = createEvent()
  const running = new Map<Job, AbortController>()

  const $options = combine($settings, reader.$language, optionsOf)
  const $choices = createStore<ReadonlyMap<string, boolean>>(new Map(), { serialize: 'ignore' }).on(
    switchedOn,
    (choices, id) => new Map(choices).set(id, true),
  )
  const $wanted = combine(
    {
      open: reader.$open,
      listed: reader.$listed,
      view: reader.$view,
      options: $options,
      choices: $choices,
      isAvailable: model.$isAvailable,
    },
    ({ open, listed, view, options, choices, isAvailable }): readonly Wanted[] => {
      const wanted = (entry: EntryHead, parts: readonly Part[], html: string | null): Wanted[] => {
        const choice = choices.get(entry.id)
        if (!(choice ?? isTranslated(options, entry, view))) return []
        // By itself nothing is requested of a server without a model.
        const { engine } = options
        if (choice === undefined && engine === 'server' && isAvailable !== true) return []
        const language = languageFor(options, entry)
        const key = `${entry.id} ${language} ${engine}`
        return [{ entry, language, parts, html, engine, key, isOpen: open?.entry.id === entry.id }]
      }
      const ofOpen = open ? wanted(open.entry, ['title', open.target], open.html) : []
      const others = listed.filter(({ id }) => id !== open?.entry.id)
      return [...ofOpen, ...others.flatMap((entry) => wanted(entry, ['title'], null))]
    },
  )
  const $isAutomatic = combine(reader.$open, reader.$view, $options, (open, view, options) =>
    open ? isTranslated(options, open.entry, view) : false,
  )
  const $ofOpen = $wanted.map((wanted) => wanted.find(({ isOpen }) => isOpen) ?? null)
  sample({
    clock: toggled,
    source: { choices: $choices, ofOpen: $ofOpen },
    fn: ({ choices, ofOpen }, id) => new Map(choices).set(id, ofOpen?.entry.id !== id),
    target: $choices,
  })
  sample({
    clock: cancelled,
    source: { choices: $choices, ofOpen: $ofOpen },
    filter: ({ ofOpen }) => ofOpen !== null,
    fn: ({ choices, ofOpen }) => new Map(choices).set((ofOpen as Wanted).entry.id, false),
    target: $choices,
  })

  const translateFx = createEffect(async (job: Wanted): Promise<Texts> => {
    const controller = new AbortController()
    running.set(job, controller)
    try {
      return await translated(
        job,
        { texts: host.texts, contentBlocks: host.contentBlocks, remote },
        controller.signal,
      )
    } finally {
      running.delete(job)
    }
  })
  const $texts = createStore<ReadonlyMap<string, Texts>>(new Map(), { serialize: 'ignore' }).on(
    translateFx.done,
    (all, { params, result }) => {
      const { key } = params
      const next = new Map([...all].filter(([one]) => one !== key)).set(key, { ...all.get(key), ...result })
      return next.size > REMEMBERED ? new Map([...next].slice(-REMEMBERED)) : next
    },
  )
  const $pending = createStore<readonly Wanted[]>([], { serialize: 'ignore' })
    .on(translateFx, (jobs, job) => [...jobs, job])
    .on(translateFx.finally, (jobs, { params }) => jobs.filter((job) => job !== params))
  /** Of the open entry, by key. */
  const $errors = createStore<ReadonlyMap<string, unknown>>(new Map(), { serialize: 'ignore' })
    .on(translateFx.fail, (errors, { params, error }) =>
      isAbort(error) || !params.isOpen ? errors : new Map(errors).set(params.key, error),
    )
    .on(translateFx.done, (errors, { params }) => withoutKey(errors, params.key))
    .on([retried, toggled], () => new Map())
  const listFailed = translateFx.fail.filter({ fn: ({ params, error }) => !params.isOpen && !isAbort(error) })
  /** After a failure nothing is requested for the list, until something is changed. */
  const $isListPaused = createStore(false, { serialize: 'ignore' })
  const listStopped = sample({
    clock: listFailed,
    source: $isListPaused,
    filter: (isPaused) => !isPaused,
    fn: (_, { error }): unknown => error,
  })
  $isListPaused.on(listStopped, () => true).on([$settings.updates, retried, toggled], () => false)
  sample({ clock: listStopped, target: host.failed })

  const $jobs = combine(
    { wanted: $wanted, texts: $texts, pending: $pending, errors: $errors, isPaused: $isListPaused },
    ({ wanted, texts, pending, errors, isPaused }): readonly Wanted[] =>
      wanted.flatMap((one) => {
        if (errors.has(one.key) || (isPaused && !one.isOpen)) return []
        const parts = one.parts.filter(
          (part) =>
            texts.get(one.key)?.[part] === undefined &&
            (part === 'title' || one.html !== null) &&
            !pending.some((job) => job.key === one.key && job.parts.includes(part)),
        )
        return parts.length === 0 ? [] : [{ ...one, parts }]
      }),
  )
  sample({
    clock: [$jobs, translateFx.finally, host.started],
    source: { jobs: $jobs, pending: $pending },
    // The open entry does not wait for the list.
    filter: ({ jobs: [next], pending }) => next !== undefined && (next.isOpen || pending.length < AT_ONCE),
    fn: ({ jobs }) => jobs[0] as Wanted,
    target: translateFx,
  })
  // A content that is no longer shown is not paid for.
  const abortFx = createEffect((ofOpen: Wanted | null) => {
    for (const [job, controller] of running) {
      const isOfContent = job.parts.some((part) => part !== 'title')
      if (isOfContent && (job as Wanted).key !== ofOpen?.key) controller.abort()
    }
  })
  sample({ clock: $ofOpen, target: abortFx })

  const $translations = combine($wanted, $texts, $options, (wanted, texts, { mode }) => {
    const shown = wanted.flatMap(({ key, entry, language }) => {
      const translation = shownOf(texts.get(key), language, mode)
      return translation ? [[entry.id, translation] as const] : []
    })
    return new Map(shown)
  })
  /** How far the open entry's translation is; null where none is wanted. */
  const $shown = combine(
    { ofOpen: $ofOpen, pending: $pending, errors: $errors, translations: $translations, texts: $texts },
    ({ ofOpen, pending, errors, translations, texts }) =>
      ofOpen && {
        language: ofOpen.language,
        engine: ofOpen.engine,
        isPending: pending.some(({ key }) => key === ofOpen.key),
        error: errors.get(ofOpen.key) ?? null,
        isTranslated: translations.has(ofOpen.entry.id),
        isChecked: ofOpen.parts.every((part) => texts.get(ofOpen.key)?.[part] !== undefined),
      },
  )
  const serverResponded = translateFx.done.filter({
    fn: ({ params }) => params.engine === 'server' && params.isOpen,
  })
  const stop = () => running.forEach((controller) => controller.abort())
  return {
    $translations,
    $shown,
    $isAutomatic,
    serverResponded,
    toggled,
    switchedOn,
    cancelled,
    retried,
    stop,
  }
}
export type Translations = ReturnType<typeof createTranslations>

const withoutKey = <T>(all: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  all.has(key) ? new Map([...all].filter(([one]) => one !== key)) : all

function shownOf(
  texts: Texts | undefined,
  language: AiLanguage,
  mode: EntryTranslation['mode'],
): EntryTranslation | null {
  const { title, content, readabilityContent } = texts ?? {}
  if (!title && !content && !readabilityContent) return null
  return {
    language,
    mode,
    ...(title && { title }),
    ...(content && { content }),
    ...(readabilityContent && { readabilityContent }),
  }
}

/** @returns each part of the job: its translation, or null where it needs none */
async function translated(
  job: Job,
  { remote, texts, contentBlocks }: Pick<ClientHost, 'texts' | 'contentBlocks'> & { readonly remote: Remote },
  signal: AbortSignal,
): Promise<Texts> {
  const { entry, language, parts, html, engine } = job
  const nothing: Texts = Object.fromEntries(parts.map((part) => [part, null]))
  const hasContent = parts.some((part) => part !== 'title')
  const blocks = hasContent && html !== null ? await contentBlocks(html) : []
  const title = entry.title ?? ''
  const foreign = parts.filter(
    (part) => !isIn(part === 'title' ? title : blocks.join(' '), language, entry.language),
  )
  if (foreign.length === 0) return nothing
  const [stored = { entryId: entry.id }] = await texts.translations([entry.id], language)
  const before = partsOf(stored, foreign)
  const missing = foreign.filter((part) => before[part] === undefined)
  if (missing.length === 0) return { ...nothing, ...before }
  signal.throwIfAborted()
  if (engine === 'browser') {
    const hasTitle = missing.includes('title')
    const ofContent = missing.some((part) => part !== 'title') ? blocks : []
    const input = hasTitle ? [title, ...ofContent] : ofContent
    const output = await translateInBrowser({ texts: input, language, declared: entry.language, signal })
    if (output === null) return { ...nothing, ...before }
    const received = missing.map((part) =>
      part === 'title' ? [part, output[0]] : [part, { texts: output.slice(hasTitle ? 1 : 0) }],
    )
    return { ...nothing, ...before, ...Object.fromEntries(received) }
  }
  const received = await remote.translation({ id: entry.id, language, parts: missing, signal })
  // An entry without content shows its description.
  const isDescription = missing.includes('content') && received.content === undefined && entry.description
  const more = isDescription
    ? await remote.translation({ id: entry.id, language, parts: ['description'], signal })
    : {}
  const all = { entryId: entry.id, ...received, ...more }
  await texts.putTranslations([{ ...all, language }])
  return { ...nothing, ...before, ...partsOf(all, missing) }
}

type Found = { readonly title?: string } & { readonly [Target in ContentTarget]?: TranslatedContent }

function partsOf(texts: TextsOf<TranslatedPart>, parts: readonly Part[]): Found {
  const found = parts.flatMap((part): readonly (readonly [Part, string | TranslatedContent])[] => {
    const text = texts[part]
    if (text) return [[part, part === 'title' ? text : { html: text }]]
    // The content is made of the description, as one paragraph.
    return part === 'content' && texts.description ? [[part, { texts: [texts.description] }]] : []
  })
  return Object.fromEntries(found)
}
