/** Runs the draft in a sandbox, as it is written: it starts anew when typing stops. It is not installed, and ends with the page. */
import { attach, createEvent, createStore, sample } from 'effector'
import { featuresRegistered, featuresUnregistered } from '../../features/registry.ts'
import { registry } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'
import { createTimer } from '../../model/timer.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'
import type { PluginBundle } from '../../contract/plugin-bundle.ts'
import { loadClient } from '../sandbox/load-client.ts'
import { PluginError } from '../sandbox/plugin-error.ts'
import { loadPluginTranslations } from '../run/load-translations.ts'
import { stopReason } from '../run/stop-reason.ts'
import { startPlugin, type Running } from '../run/start.ts'
import { builtInPlugins, type PluginSource } from '../run/catalogue.ts'
import { $readStyles } from '../styles/plugin-styles.ts'
import { createRun, createTrigger } from '../run/app-scope.ts'
import { $draft, bundleOf, draftChanged, draftReset, type DraftProblem } from './draft.ts'

/** How long typing has to stop before the draft starts anew. */
const TYPING_STOPPED_MS = 600

export const runRequested = createEvent()
export const stopRequested = createEvent()

/** What is wrong with the draft: a field, or its code. `line` is of the code, from 1; null where it is not known. */
export type RunProblem =
  | { readonly field: DraftProblem }
  | { readonly message: string; readonly line: number | null }

/** The user wants it to run: changes start it anew. */
export const $isOn = createStore(false, { serialize: 'ignore' })
  .on(runRequested, () => true)
  .on(stopRequested, () => false)

/** Starts the draft's code; tests replace it. */
export const $loadClient = createStore<typeof loadClient>(loadClient, { serialize: 'ignore' })

const broke = createEvent<{ id: string; error: unknown }>()

/** The latest start; an earlier one is aborted. */
type Start = { readonly bundle: PluginBundle; readonly abort: AbortController }
const startFx = attach({
  source: { services: $services, load: $loadClient, readStyles: $readStyles },
  effect: async ({ services, load, readStyles }, { bundle, abort }: Start): Promise<Running> => {
    const trigger = createTrigger()
    const run = createRun()
    const { manifest: shared, locales } = bundle
    const manifest = manifestOf(shared, shared.permissions)
    const source: PluginSource = {
      id: shared.id,
      manifest: async () => manifest,
      client: null,
      translations: Object.fromEntries(
        Object.entries(locales).map(([language, texts]) => [language, async () => texts]),
      ),
    }
    const [client] = await Promise.all([
      load(bundle.client, { manifest, trigger, signal: abort.signal }),
      loadPluginTranslations(source),
    ])
    const { api, local } = services
    return startPlugin({
      source,
      manifest,
      // A draft runs at once: whoever writes it wants to see what is wrong.
      code: { client, environment: {} },
      requested: () => {},
      styleSheets: readStyles(manifest),
      api,
      local,
      build: '',
      broke,
      trigger,
      run,
    })
  },
})

const startRequested = createEvent<Start>()
const ended = createEvent()
const draftStarted = createEvent<Running>()
const problemFound = createEvent<RunProblem>()
const $start = createStore<Start | null>(null, { serialize: 'ignore' })
  .on(startRequested, (_, start) => start)
  .reset(ended)
/** What runs; null while nothing does. */
export const $draftRunning = createStore<Running | null>(null, { serialize: 'ignore' })
  .on(draftStarted, (_, running) => running)
  .reset(ended)
export const $problem = createStore<RunProblem | null>(null, { serialize: 'ignore' })
  .on(problemFound, (_, problem) => problem)
  .reset(startRequested, stopRequested)

// Typing stops, or the user presses Run.
const typing = createTimer()
sample({
  clock: [draftChanged, draftReset],
  source: $isOn,
  filter: Boolean,
  fn: () => TYPING_STOPPED_MS,
  target: typing.started,
})
sample({ clock: [runRequested, stopRequested], fn: () => {}, target: typing.stopped })

const endFx = attach({
  source: { start: $start, running: $draftRunning },
  effect: ({ start, running }, _next: 'restart' | 'stop') => {
    start?.abort.abort()
    if (running) draftEnded(running)
    ended()
  },
})
const draftEnded = createEvent<Running>()
sample({ clock: [runRequested, typing.fired], fn: () => 'restart' as const, target: endFx })
sample({ clock: [stopRequested, broke], fn: () => 'stop' as const, target: endFx })

const checked = sample({
  clock: endFx.done,
  source: $draft,
  filter: (_, { params }) => params === 'restart',
  fn: (draft) => {
    const bundle = bundleOf(draft)
    return typeof bundle !== 'string' && isBuiltIn(bundle.manifest.id) ? 'id' : bundle
  },
})
sample({
  clock: checked.filterMap((bundle) =>
    typeof bundle === 'string' ? undefined : { bundle, abort: new AbortController() },
  ),
  target: [startRequested, startFx],
})
sample({
  clock: checked.filterMap((problem) => (typeof problem === 'string' ? { field: problem } : undefined)),
  target: problemFound,
})

// What started after it was aborted is stopped.
const isLatest = (start: Start | null, { params }: { readonly params: Start }) => start === params
sample({
  clock: startFx.done,
  source: $start,
  filter: isLatest,
  fn: (_, { result }) => result,
  target: draftStarted,
})
const stopFx = attach({ source: $services, effect: (_, running: Running) => running.stop() })
sample({
  clock: startFx.done,
  source: $start,
  filter: (start, done) => !isLatest(start, done),
  fn: (_, { result }) => result,
  target: stopFx,
})
sample({
  clock: startFx.fail,
  source: $start,
  filter: isLatest,
  fn: (_, { error }) => problemOf(error),
  target: problemFound,
})
sample({ clock: broke, fn: ({ error }) => problemOf(error), target: problemFound })

// Its commands hide those of an installed version until it ends.
sample({ clock: draftStarted, fn: ({ commands }) => commands, target: registry.registered })
sample({ clock: draftStarted, fn: ({ feature }) => [feature], target: featuresRegistered })
const announceFx = attach({ source: $services, effect: (_, { started }: Running) => started() })
sample({ clock: draftStarted, target: announceFx })
sample({ clock: draftEnded, fn: ({ commands }) => commands, target: registry.unregistered })
sample({ clock: draftEnded, fn: ({ feature }) => [feature], target: featuresUnregistered })
sample({ clock: draftEnded, target: stopFx })

const isBuiltIn = (id: string) => builtInPlugins.some((plugin) => plugin.id === id)
const problemOf = (error: unknown): RunProblem => ({
  message: stopReason(error),
  line: error instanceof PluginError ? error.line : null,
})
