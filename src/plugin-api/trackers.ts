/** Which event of the reader has which tracker code (client-facts 9). */
import type { Entrance } from '../model/session/entrance.ts'
import type { ReaderEvent } from './activity.ts'

export type Tracker = {
  readonly name: keyof typeof codes
  readonly properties: Readonly<Record<string, string | number>>
}

export const codes = {
  identify: 1000,
  login: 1001,
  uiInit: 1002,
  appInit: 1003,
  navigateEntry: 2000,
  boostSent: 2001,
  integration: 2002,
  dailyReport: 2003,
  switchToMasonry: 2004,
  wideMode: 2005,
  entryContentGallery: 2006,
  searchOpen: 2007,
  quickAddFeed: 2008,
  playerDuration: 2009,
  updateRestart: 2010,
  tipModalOpened: 2011,
  feedClaimed: 2012,
  dailyRewardClaimed: 2013,
  tipSent: 2014,
  subscribeModalOpened: 2015,
  register: 3000,
  onBoarding: 3001,
  subscribe: 3002,
  entryRead: 3003,
  entryAction: 3004,
  viewAction: 3005,
} as const

/** By the id of a command, the most specific first. */
const ofCommands: readonly (readonly [RegExp, Tracker['name']])[] = [
  [/^integration:save-to-/, 'integration'],
  [/^ai:daily$/, 'dailyReport'],
  [/^layout:toggle-wide-mode$/, 'wideMode'],
  [/^entry:image-gallery$/, 'entryContentGallery'],
  [/^(go:find-entry|search:open)$/, 'searchOpen'],
  [/^global:quick-add$/, 'quickAddFeed'],
  [/^global:first-run-guide$/, 'onBoarding'],
  [/^entry:/, 'entryAction'],
  [/^(timeline:|go:view$|subscription:switch-tab-)/, 'viewAction'],
]
const ofChanges: Readonly<Record<string, Tracker['name']>> = {
  'subscriptions.follow': 'subscribe',
  'lists.follow': 'subscribe',
  'reads.mark': 'entryRead',
  'reads.markAll': 'entryRead',
}
const ofDialogs: Readonly<Record<string, Tracker['name']>> = {
  follow: 'subscribeModalOpened',
  'follow-list': 'subscribeModalOpened',
  // Of a plugin.
  '/tip': 'tipModalOpened',
}
const ofWireCalls: Readonly<Record<string, Tracker['name']>> = {
  'POST /boosts': 'boostSent',
  'POST /wallets/transactions/claim_daily': 'dailyRewardClaimed',
  'POST /wallets/transactions/tip': 'tipSent',
}

const ofEntrances: Readonly<Record<Entrance, Tracker['name']>> = {
  signedIn: 'login',
  registered: 'register',
  updated: 'updateRestart',
}

/** What is sent when events begin to be sent: who it is, and that the reader has started. */
export const startTrackers: readonly Tracker[] = (['identify', 'appInit', 'uiInit'] as const).map((name) => ({
  name,
  properties: {},
}))

/** @returns null for what is not tracked */
export function trackerOf(event: ReaderEvent): Tracker | null {
  switch (event.kind) {
    case 'entered':
      return named(ofEntrances[event.how], {})
    case 'entryOpened':
      return { name: 'navigateEntry', properties: {} }
    case 'feedClaimed':
      return { name: 'feedClaimed', properties: {} }
    case 'played':
      return { name: 'playerDuration', properties: { seconds: event.seconds } }
    case 'wireCalled':
      return named(ofWireCalls[event.call], {})
    case 'settingChanged':
      return named(event.setting === 'pictureViewMasonry' ? 'switchToMasonry' : undefined, {})
    case 'dialogOpened':
      return named(ofDialogs[event.dialog.replace(/^[^/]+(?=\/)/, '')], {})
    case 'changed':
      return named(ofChanges[event.change], { count: event.count, origin: event.origin })
    case 'command': {
      const [, name] = ofCommands.find(([pattern]) => pattern.test(event.id)) ?? []
      return named(name, { command: event.id, source: event.source })
    }
  }
}

const named = (name: Tracker['name'] | undefined, properties: Tracker['properties']): Tracker | null =>
  name ? { name, properties } : null
