/** Commands on the list of the current row. */
import {
  $subscriptionIndex,
  textCopied,
  addressOpened,
  dialogOpened,
  subscriptionOpened,
  unfollowRequested,
  type DialogRequest,
} from '../src/model/index.ts'
import { commandGroup, triggerFrom } from './define-command.ts'
import { subscriptionIdsOf } from './command-args.ts'
import type { CommandArgs } from '../src/core/index.ts'
import type { SubscriptionIndex } from '../src/model/subscriptions/index.ts'

const record = { targetNeeds: 'list', target: 'subscriptions' } as const
const subscriptionOf = ({ subscriptions }: SubscriptionIndex, args: CommandArgs) =>
  subscriptionIdsOf(args)
    .map((id) => subscriptions.get(id))
    .find((one) => one?.listId)
const address = (index: SubscriptionIndex, args: CommandArgs) => {
  const subscription = subscriptionOf(index, args)
  return (
    subscription &&
    `${globalThis.location?.origin ?? ''}/timeline/view-${subscription.view}/list-${subscription.listId}/pending`
  )
}

export const listCommands = commandGroup('list', {
  edit: {
    ...record,
    kind: 'dialog',
    icon: 'edit',
    run: triggerFrom($subscriptionIndex, dialogOpened, (index, { args }): DialogRequest | undefined => {
      const subscription = subscriptionOf(index, args)
      return subscription && { id: 'edit-subscription', props: { subscriptionId: subscription.id } }
    }),
  },
  unfollow: {
    ...record,
    kind: 'change',
    icon: 'delete',
    run: triggerFrom($subscriptionIndex, unfollowRequested, (index, { args }) => {
      const subscription = subscriptionOf(index, args)
      return subscription && { ids: [subscription.id] }
    }),
  },
  'navigate-to': {
    ...record,
    kind: 'view',
    icon: 'list',
    run: triggerFrom(
      $subscriptionIndex,
      subscriptionOpened,
      (index, { args }) => subscriptionOf(index, args)?.id,
    ),
  },
  'open-in-browser': {
    ...record,
    kind: 'view',
    icon: 'open',
    run: triggerFrom($subscriptionIndex, addressOpened, (index, { args }) => address(index, args)),
  },
  'copy-url': {
    ...record,
    kind: 'view',
    icon: 'copy',
    run: triggerFrom($subscriptionIndex, textCopied, (index, { args }) => address(index, args)),
  },
  'copy-id': {
    ...record,
    kind: 'view',
    icon: 'copy',
    run: triggerFrom(
      $subscriptionIndex,
      textCopied,
      (index, { args }) => subscriptionOf(index, args)?.listId ?? undefined,
    ),
  },
})
