/** Navigation: `g`, then the target. */
import {
  home,
  paletteOpened,
  navigationRequested,
  screenRequested,
  subscriptionOpened,
} from '../src/model/index.ts'
import type { View } from '../src/contract/views.ts'
import { $subscriptionChoices } from './choices.ts'
import { commandGroup, trigger } from './define-command.ts'

const to = (path: string) => trigger(screenRequested, () => ({ path }))
const view = (number: View, ...keys: string[]) => ({
  bindings: keys.map((one) => ({ keys: one })),
  run: trigger(navigationRequested, () => ({ view: number, source: home.source, entryId: null })),
})

export const goCommands = commandGroup('go', {
  home: { bindings: [{ keys: 'g h' }], icon: 'home', run: trigger(navigationRequested, () => home) },
  all: {
    bindings: [{ keys: 'g a' }],
    icon: 'home',
    run: trigger(navigationRequested, () => ({ source: { kind: 'all' } as const })),
  },
  stars: {
    bindings: [{ keys: 'g s' }],
    icon: 'star',
    run: trigger(navigationRequested, () => ({ source: { kind: 'collections' } as const })),
  },
  articles: view(0, 'g t', 'g 1'),
  social: view(1, 'g 2'),
  pictures: view(2, 'g 3'),
  videos: view(3, 'g 4'),
  audios: view(4, 'g 5'),
  notifications: view(5, 'g 6'),
  'find-subscription': {
    bindings: [{ keys: 'g f' }],
    icon: 'search',
    run: trigger(paletteOpened, () => ({ mode: 'subscriptions' as const })),
  },
  'find-entry': {
    bindings: [{ keys: '/' }, { keys: 'g e' }],
    icon: 'search',
    run: trigger(paletteOpened, () => ({ mode: 'entries' as const })),
  },
  subscription: {
    icon: 'feed',
    args: [
      { name: 'subscription', title: 'ask.subscription', kind: 'choice', choices: $subscriptionChoices },
    ],
    run: trigger(subscriptionOpened, ({ args }) => args['subscription'] ?? ''),
  },
  shortcuts: { bindings: [{ keys: 'g k' }], icon: 'keyboard', run: to('/settings/shortcuts') },
})
