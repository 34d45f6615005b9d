/** Navigation: `g`, then the target. */
import { combine, sample } from 'effector'
import { registry } from '../src/model/app/index.ts'
import { subscriptionOpened } from '../src/model/browser-actions/index.ts'
import { focusRequested } from '../src/model/layout/index.ts'
import { home, $view, navigationRequested, screenRequested } from '../src/model/location/index.ts'
import { paletteOpened } from '../src/model/palette/index.ts'
import type { LocalSubscription } from '../src/model/rows.ts'
import { rareQuery } from '../src/model/search/saved-searches.ts'
import { isView, type View } from '../src/contract/views.ts'
import { $subscriptionIndex, $subscriptions } from '../src/model/subscriptions/index.ts'
import type { ArgumentValue } from '../src/core/index.ts'
import { $categoryChoices, $subscriptionChoices, $viewChoices } from './choices.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const $folders = combine({ index: $subscriptionIndex, view: $view })
const to = (path: string) => trigger(screenRequested, () => ({ path }))
const viewOf = (value: ArgumentValue | undefined): View =>
  typeof value === 'number' && isView(value) ? value : 0
/** The latest subscriptions. */
const newestOf = (subscriptions: Iterable<LocalSubscription>): LocalSubscription | undefined =>
  [...subscriptions].reduce<LocalSubscription | undefined>(
    (newest, one) => (newest && newest.createdAt > one.createdAt ? newest : one),
    undefined,
  )
const view = (number: View, ...keys: string[]) => ({
  kind: 'view' as const,
  bindings: keys.map((one) => ({ keys: one })),
  run: trigger(navigationRequested, () => ({ view: number, source: home.source, entryId: null })),
})

export const goCommands = commandGroup('go', {
  home: {
    kind: 'view',
    bindings: [{ keys: 'g h' }],
    icon: 'home',
    run: trigger(navigationRequested, () => home),
  },
  all: {
    kind: 'view',
    bindings: [{ keys: 'g a' }],
    icon: 'home',
    run: trigger(navigationRequested, () => ({ source: { kind: 'all' } as const })),
  },
  stars: {
    kind: 'view',
    bindings: [{ keys: 'g s' }],
    icon: 'star',
    run: trigger(navigationRequested, () => ({ source: { kind: 'collections' } as const })),
  },
  /** Entries read lately, in all views. */
  'read-history': {
    kind: 'view',
    bindings: [{ keys: 'g m' }],
    icon: 'history',
    run: trigger(navigationRequested, () => ({ source: { kind: 'search', query: 'is:read' } as const })),
  },
  /** Entries of feeds of the view that publish seldom. */
  'rare-voices': {
    kind: 'view',
    bindings: [{ keys: 'g l' }],
    icon: 'feather',
    run: triggerFrom($view, navigationRequested, (of) => ({
      source: { kind: 'search', query: rareQuery(of) } as const,
    })),
  },
  articles: view(0, 'g t', 'g 1'),
  social: view(1, 'g 2'),
  pictures: view(2, 'g 3'),
  videos: view(3, 'g 4'),
  audios: view(4, 'g 5'),
  notifications: view(5, 'g 6'),
  'find-subscription': {
    kind: 'dialog',
    bindings: [{ keys: 'g f' }],
    icon: 'search',
    run: trigger(paletteOpened, () => ({ mode: 'subscriptions' as const })),
  },
  'find-entry': {
    kind: 'dialog',
    bindings: [{ keys: '/' }, { keys: 'g e' }],
    icon: 'search',
    run: trigger(paletteOpened, () => ({ mode: 'entries' as const })),
  },
  subscription: {
    kind: 'view',
    icon: 'feed',
    args: [
      {
        name: 'subscription',
        title: 'ask.subscription',
        type: 'subscription',
        choices: $subscriptionChoices,
      },
    ],
    run: trigger(subscriptionOpened, ({ args }) => String(args['subscription'] ?? '')),
  },
  'newest-subscription': {
    kind: 'view',
    bindings: [{ keys: 'g n' }],
    icon: 'feed',
    args: [{ name: 'subscription', title: 'ask.subscription', type: 'subscription', optional: true }],
    run: triggerFrom($subscriptions, subscriptionOpened, (subscriptions, { args }) =>
      typeof args['subscription'] === 'string' ? args['subscription'] : newestOf(subscriptions.values())?.id,
    ),
  },
  folder: {
    kind: 'view',
    icon: 'folder',
    args: [
      { name: 'category', title: 'ask.folder', type: 'category', choices: $categoryChoices },
      { name: 'view', title: 'ask.view', type: 'view', choices: $viewChoices, optional: true },
    ],
    // Folders derived from the feeds of one site have no stored members: they belong to the current view.
    run: triggerFrom($folders, navigationRequested, ({ index, view: current }, { args }) => {
      const name = String(args['category'] ?? '')
      const views = [...index.subscriptions.values()].flatMap((one) =>
        one.category === name ? one.view : [],
      )
      const chosen = args['view'] === undefined ? undefined : viewOf(args['view'])
      return {
        view: chosen ?? (views.includes(current) ? current : (views[0] ?? current)),
        source: { kind: 'folder', name } as const,
      }
    }),
  },
  entry: {
    kind: 'view',
    args: [{ name: 'entry', title: 'ask.entry', type: 'entry' }],
    run: trigger(navigationRequested, ({ args }) => ({ entryId: String(args['entry'] ?? '') })),
  },
  view: {
    kind: 'view',
    args: [{ name: 'view', title: 'ask.view', type: 'view', choices: $viewChoices }],
    run: trigger(navigationRequested, ({ args }) => ({
      view: viewOf(args['view']),
      source: home.source,
      entryId: null,
    })),
  },
  shortcuts: { kind: 'view', bindings: [{ keys: 'g k' }], icon: 'keyboard', run: to('/settings/shortcuts') },
})

const SCREENS_AND_PROMPTS = new Set(['go:find-subscription', 'go:find-entry', 'go:shortcuts'])
/** By keys and from the palette the list takes the focus; a click leaves it unchanged. */
const showingLists = new Set(goCommands.map(({ id }) => id).filter((id) => !SCREENS_AND_PROMPTS.has(id)))
sample({
  clock: registry.commandStarted,
  filter: ({ command, call }) =>
    showingLists.has(command.id) && call.source !== 'button' && call.source !== 'menu',
  fn: () => 'timeline',
  target: focusRequested,
})
