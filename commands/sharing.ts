/** Public pages: what others can see of a user's stars, labels and searches. */
import { $labels } from '../src/model/labels/index.ts'
import { $savedSearches } from '../src/model/search/saved-searches.ts'
import { publishRequested } from '../src/model/sharing/index.ts'
import { textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const title = { name: 'title', title: 'ask.publicTitle', type: 'text' } as const
const $labelChoices = $labels.map((labels) => () => labels.map(({ name }) => ({ value: name, title: name })))
const $searchChoices = $savedSearches.map(
  (searches) => () => searches.map((one) => ({ value: one.query, title: one.title, detail: one.query })),
)

export const sharingCommands = commandGroup('sharing', {
  'publish-stars': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'share',
    args: [title],
    run: trigger(publishRequested, ({ args }) => ({
      kind: 'stars' as const,
      name: null,
      title: textOf(args, 'title') ?? '',
    })),
  },
  'publish-label': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'share',
    args: [{ name: 'label', title: 'ask.label', type: 'enum', choices: $labelChoices }, title],
    run: trigger(publishRequested, ({ args }) => ({
      kind: 'label' as const,
      name: textOf(args, 'label') ?? '',
      title: textOf(args, 'title') ?? '',
    })),
  },
  'publish-search': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'share',
    args: [
      { name: 'search', title: 'ask.search', type: 'query', choices: $searchChoices, open: true },
      title,
    ],
    run: trigger(publishRequested, ({ args }) => ({
      kind: 'query' as const,
      name: textOf(args, 'search') ?? '',
      title: textOf(args, 'title') ?? '',
    })),
  },
})
