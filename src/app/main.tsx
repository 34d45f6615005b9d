/** The composition root: creates the services, starts the model in one scope, renders the page. */
import '../model/at-start.ts'
import '../ui/styles/index.css'
import './app.css'
import { createWatch, fork, scopeBind, type Scope } from 'effector'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { debugCommands } from '../../commands/debug.ts'
import { createApi, identityHeaders, listenOver, type CallOutcome } from '../api/index.ts'
import { toBrowserPath, toReaderPath } from '../core/base-path.ts'
import { randomId } from '../core/random-id.ts'
import { allFeatures } from '../features/index.ts'
import { featuresRegistered } from '../features/registry.ts'
import { screenCommands } from '../features/screen-commands.ts'
import { openLocal } from '../local/index.ts'
import { appStarted, errorShown, registry } from '../model/app/index.ts'
import { $layout, areaFocused, focusRequested, scrollRestored } from '../model/layout/index.ts'
import {
  $location,
  fromPath,
  home,
  navigationRequested,
  screenChanged,
  toPath,
} from '../model/location/index.ts'
import { responseReceived } from '../model/network/index.ts'
import { $services, type Services } from '../model/services.ts'
import { $general, customCssPaused, remoteSettingsReceived } from '../model/settings/index.ts'
import { createQueryClient } from '../model/query-client.ts'
import { pluginSettings, pluginWorkshop, startPlugins } from '../plugin-host/index.ts'
import { takeFirstPage, type FirstPageAnswers } from '../startup/first-page.ts'
import { repeatClick, takeEarlyInput } from '../startup/early-input.ts'
import { preloadWhenIdle } from '../startup/idle-preload.ts'
import { $startupPhase, firstListRead, startPhases } from '../startup/phase.ts'
import { takePreloadedWorker } from '../startup/preloaded-worker.ts'
import { scrollPositions } from '../startup/snapshot/scroll-positions.ts'
import { withStartupCache } from '../startup/startup-cache/read.ts'
import { yieldToMain } from '../startup/yield-to-main.ts'
import { App } from './app.tsx'
import { applyAppearance } from './appearance.ts'
import { browserClock } from './clock.ts'
import { startCommands } from './commands.ts'
import { hasColumnsOfStart } from './columns-of-start.ts'
import { closeOnHistoryNavigation } from './close-on-history.ts'
import { showDeclinedCommands } from './declined-commands.ts'
import { followFocus } from './focus.ts'
import { startTranslations } from './i18n.ts'
import { showKeyHints } from './key-hints.ts'
import { followJumps } from './jumps.ts'
import { followMessageKeys } from './message-keys.ts'
import { listenForCommands } from './keyboard.ts'
import { reloadOnMissingModule } from './reload-once.ts'
import { sharedEntryOf } from './shared-entry.ts'
import { forgiving } from './storage.ts'
import { showToasts } from './toasts.ts'
import { createTranslationCache } from './translation-cache.ts'
import { isEntryBehindList, TWO_PANES_FROM } from './visible-panes.ts'
import { browserPlatform } from './browser-platform.ts'

// The page's security policy refuses code made of text, and browsers report each attempt. zod, which loads later, takes its
// configuration from here (zod/v4/core/core.js).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Called before each request; returns a failure only in development, set by the debug commands. */
type Trouble = (method: string) => 'offline' | 'fail' | null

type StartOfList = {
  /** Resolves when the first list is on the screen, or will not come. */
  readonly listVisible: Promise<void>
  /** Of a first visit. */
  readonly firstPage: FirstPageAnswers | undefined
}

function makeServices(
  onOutcome: (outcome: CallOutcome) => void,
  trouble: Trouble,
  { listVisible, firstPage }: StartOfList,
): Services {
  const storage = forgiving(() => window.localStorage)
  const session = forgiving(() => window.sessionStorage)
  const headers = identityHeaders({
    version: LECTERN_VERSION,
    dev: import.meta.env.DEV,
    local: storage,
    session,
    language: () => document.documentElement.lang,
  })
  return {
    local: withStartupCache(() => openLocal(takePreloadedWorker() ?? undefined), listVisible, firstPage),
    api: createApi({
      base: toBrowserPath('/api'),
      fetch: import.meta.env.DEV
        ? (input, init) => troubledFetch(trouble, new Request(input, init))
        : (input, init) => fetch(input, init),
      headers,
      onOutcome,
      after: listVisible,
    }),
    queryClient: createQueryClient(),
    live: listenOver({ base: toBrowserPath('/api'), headers }),
    clock: browserClock,
    newId: randomId,
    storage,
    language: () => navigator.language,
    platform: browserPlatform,
  }
}

async function troubledFetch(trouble: Trouble, request: Request): Promise<Response> {
  const kind = trouble(request.method)
  if (kind === 'offline') throw new TypeError('Failed to fetch')
  return kind === 'fail'
    ? Response.json({ code: 1002, message: 'Failed on purpose' }, { status: 400 })
    : fetch(request)
}

/** Commands are registered first, for keys pressed during startup; the location is set before its first page is requested. */
function startModel(scope: Scope): void {
  const features = [...allFeatures, pluginSettings, pluginWorkshop]
  scopeBind(featuresRegistered, { scope })(features)
  scopeBind(registry.registered, { scope })([
    ...startCommands,
    ...screenCommands(features),
    ...(import.meta.env.DEV ? debugCommands : []),
  ])
  const path = toReaderPath(window.location.pathname)
  scopeBind(screenChanged, { scope })(path)
  const location = fromPath(path)
  if (location) scopeBind(navigationRequested, { scope })(location)
  scopeBind(appStarted, { scope })()
}

/**
 * The root path opens the home timeline; its URL is written before the model and the router read it.
 * @returns whether this was the root
 */
function openHomeAtRoot(): boolean {
  const isRoot = /^\/$|\/index\.html$/.test(toReaderPath(window.location.pathname))
  if (isRoot) window.history.replaceState(null, '', toBrowserPath(toPath(home)))
  return isRoot
}

/** A phone shows one pane, and the setting startupScreen says which one a start shows. */
function openStartupScreen(scope: Scope): void {
  if (window.innerWidth < TWO_PANES_FROM && scope.getState($general).startupScreen === 'subscription')
    scopeBind(areaFocused, { scope })('subscription-list')
}

/** An entry that only its own pane shows is open after a reload, and by its address. */
function openEntryOfAddress(scope: Scope): void {
  const { innerWidth: width } = window
  if (isEntryBehindList(scope.getState($location), { layout: scope.getState($layout), width }))
    scopeBind(areaFocused, { scope })('entry-render')
}

/** Not in development, where the messages change without the script. */
const cacheOfTranslations = ({ storage, platform }: Services) =>
  import.meta.env.PROD ? createTranslationCache(storage, platform.build()) : undefined

/** Soon after the list, because a visit may be short. */
async function storeSnapshots(scope: Scope): Promise<void> {
  const snapshot = await import('../startup/snapshot/write.ts')
  snapshot.storeSnapshots(scope, () => hasColumnsOfStart(scope))
}

/** What is preloaded is of no use to the list. A connection that is slow keeps nothing back for longer than one task may take. */
const preload = (scope: Scope, part: 'loadsBeforeIdle' | 'preloads'): Promise<void> =>
  preloadWhenIdle([async () => preloadWhenIdle((await import('./preloads.ts'))[part](scope))])

async function start(): Promise<void> {
  reloadOnMissingModule()
  await yieldToMain()
  // The api is created before the scope that receives its events.
  let onOutcome: Parameters<typeof makeServices>[0] = () => {}
  let trouble: Trouble = () => null
  const listVisible = Promise.withResolvers<void>()
  const firstPage = takeFirstPage()
  const services = makeServices(
    (outcome) => onOutcome(outcome),
    (method) => trouble(method),
    { listVisible: listVisible.promise, firstPage },
  )
  const scope = fork({ values: [[$services, services]] })
  onOutcome = scopeBind(responseReceived, { scope })
  if (import.meta.env.DEV) trouble = (await import('../model/debug/index.ts')).createFailureSimulator(scope)
  const isSafe = new URLSearchParams(window.location.search).get('safe') === '1'
  const isAtRoot = openHomeAtRoot()
  startModel(scope)
  if (firstPage) scopeBind(remoteSettingsReceived, { scope })(firstPage.settings)
  if (isAtRoot) openStartupScreen(scope)
  else openEntryOfAddress(scope)
  await Promise.all([
    startTranslations(scope.getState($general).language, cacheOfTranslations(services)),
    firstListRead(scope),
  ])
  showToasts(scope)
  if (isSafe) scopeBind(customCssPaused, { scope })()
  applyAppearance(scope)
  showKeyHints(scope)
  showDeclinedCommands(scope)
  followMessageKeys(scope)
  await yieldToMain()
  // In one task with the first render: a key pressed in between could not navigate.
  const earlyInput = takeEarlyInput()
  const restoreScroll = scopeBind(scrollRestored, { scope })
  restoreScroll(scrollPositions())
  const press = listenForCommands(scope, services.clock, followFocus(scope))
  closeOnHistoryNavigation(scope)
  followJumps(scope)
  const root = createRoot(document.getElementById('app') as HTMLElement, {
    onCaughtError: (error) => {
      // As React does without a handler.
      // oxlint-disable-next-line no-console
      console.error(error)
      scopeBind(errorShown, { scope })(error)
    },
  })
  // Synchronously: a later task would run after an empty frame.
  flushSync(() => root.render(<App scope={scope} />))
  restoreScroll({})
  for (const event of earlyInput)
    if (event instanceof KeyboardEvent) press(event)
    else repeatClick(event)
  const { pathname, search } = window.location
  // A narrow window shows the pane of the focused area alone.
  if (sharedEntryOf(toReaderPath(pathname), search) !== null)
    scopeBind(focusRequested, { scope })('entry-render')
  await startPhases(scope, () => preload(scope, 'loadsBeforeIdle'))
  listVisible.resolve()
  void preloadWhenIdle([() => storeSnapshots(scope), () => startPlugins(scope)])
  createWatch({
    unit: $startupPhase,
    scope,
    fn: (phase) => {
      if (phase === 'idle') void preload(scope, 'preloads')
    },
  })
}

void start()
