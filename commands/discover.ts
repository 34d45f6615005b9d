/** The tabs of the discover page. */
import { $providedDiscoverTabs } from '../src/model/discover/tabs.ts'
import { screenRequested } from '../src/model/location/index.ts'
import { textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const tabs = ['rss', 'inbox', 'user'].map((tab) => ({
  value: tab,
  titleKey: `shortcuts:discoverTabs.${tab}`,
}))
const $tabChoices = $providedDiscoverTabs.map(
  (provided) => () => [...tabs, ...provided].map((tab) => ({ ...tab, title: tab.value })),
)

export const discoverCommands = commandGroup('discover', {
  'open-tab': {
    kind: 'view',
    icon: 'discover',
    args: [{ name: 'tab', title: 'ask.discoverTab', type: 'enum', choices: $tabChoices }],
    run: trigger(screenRequested, ({ args }) => ({ path: `/discover?type=${textOf(args, 'tab')}` })),
  },
})
