/** The tabs of the discover page. */
import { screenRequested } from '../src/model/index.ts'
import { fixedChoices } from './choices.ts'
import { textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const $tabChoices = fixedChoices(
  ['rss', 'rsshub', 'inbox', 'user', 'transform', 'import'].map((tab) => ({
    value: tab,
    title: tab,
    titleKey: `shortcuts:discoverTabs.${tab}`,
  })),
)

export const discoverCommands = commandGroup('discover', {
  'open-tab': {
    kind: 'view',
    icon: 'discover',
    args: [{ name: 'tab', title: 'ask.discoverTab', type: 'enum', choices: $tabChoices }],
    run: trigger(screenRequested, ({ args }) => ({ path: `/discover?type=${textOf(args, 'tab')}` })),
  },
})
