/** Downloading the entries of a query, to read and play them offline. */
import { combine } from 'effector'
import type { SourceTerm } from '../src/contract/query/ast.ts'
import { formatQuery } from '../src/contract/query/format.ts'
import { $location, type LocationSource } from '../src/model/location/index.ts'
import {
  $subscriptionIndex,
  subscriptionTitle,
  type SubscriptionIndex,
} from '../src/model/subscriptions/index.ts'
import { dialogOpened } from '../src/model/layout/index.ts'
import { offlineFilesRemovalRequested, takeAlongStopped } from '../src/model/offline/index.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const fromSource = (field: SourceTerm['field'], name: string) =>
  formatQuery({ where: { kind: 'source', field, name } })

/** The entries of a timeline as a query; of all, those of a month. */
function queryOf(source: LocationSource, index: SubscriptionIndex): string {
  switch (source.kind) {
    case 'search':
      return source.query
    case 'folder':
      return fromSource('folder', source.name)
    case 'feed':
    case 'list':
    case 'inbox': {
      const subscription = index.subscriptions.get(`${source.kind}/${source.id}`)
      return fromSource(source.kind, subscription ? subscriptionTitle(subscription, index) : source.id)
    }
    case 'collections':
      return 'is:starred'
    default:
      return 'newer:30d'
  }
}
const $query = combine($location, $subscriptionIndex, ({ source }, index) => queryOf(source, index))

export const offlineCommands = commandGroup('offline', {
  'take-along': {
    kind: 'view',
    icon: 'import',
    run: triggerFrom($query, dialogOpened, (query) => ({ id: 'take-along', props: { query } }) as const),
  },
  stop: { kind: 'change', run: trigger(takeAlongStopped, () => {}) },
  remove: { kind: 'change', icon: 'delete', run: trigger(offlineFilesRemovalRequested, () => {}) },
})
