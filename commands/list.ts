/** Lists: following and managing them, and commands on the list of the current row. */
import { attach, combine, scopeBind, type EventCallable } from 'effector'
import { textCopied, addressOpened, subscriptionOpened } from '../src/model/browser-actions/index.ts'
import { dialogOpened, type DialogRequest } from '../src/model/layout/index.ts'
import { $ownListIds, $subscriptionIndex, unfollowRequested } from '../src/model/subscriptions/index.ts'
import { done, nothing, type Argument, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import { listFeedsAddRequested, listFeedsRemoveRequested } from '../src/model/lists/events.ts'
import { listIdIn } from '../src/model/lists/list-address.ts'
import { subscriptionIdsOf, textOf } from './command-args.ts'
import { commandGroup, openDialog, triggerFrom } from './define-command.ts'
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

const $listsAndOwn = combine({ index: $subscriptionIndex, own: $ownListIds })
const ownRecord = { ...record, needs: 'signedIn' } as const
const ownDialog = (id: 'list-feeds' | 'delete-list') =>
  triggerFrom($listsAndOwn, dialogOpened, ({ index, own }, { args }): DialogRequest | undefined => {
    const listId = subscriptionOf(index, args)?.listId
    return listId && own.has(listId) ? { id, props: { listId } } : undefined
  })

const listArgument: Argument = {
  name: 'list',
  title: 'ask.list',
  type: 'list',
  choices: $listsAndOwn.map(
    ({ index, own }) =>
      () =>
        [...own].map((id) => ({ value: id, title: index.lists.get(id)?.title || id })),
  ),
}
/** The feeds among the targets. */
const changeFeeds = (requested: EventCallable<{ listId: string; feedIds: readonly string[] }>) =>
  attach({
    source: $subscriptionIndex,
    effect: async ({ subscriptions }: SubscriptionIndex, { args }: CommandCall) => {
      const feedIds = subscriptionIdsOf(args).flatMap((id) => subscriptions.get(id)?.feedId ?? [])
      const listId = textOf(args, 'list')
      if (feedIds.length === 0 || listId === undefined) return nothing()
      const request = scopeBind(requested, { safe: true })
      await import('../src/model/lists/index.ts')
      request({ listId, feedIds })
      return done()
    },
  })
export const listCommands = commandGroup('list', {
  edit: {
    ...record,
    kind: 'dialog',
    bindings: [{ keys: 'e', where: ['subscription-list'], when: 'list && !folder && !inboxRow' }],
    icon: 'edit',
    run: triggerFrom($listsAndOwn, dialogOpened, ({ index, own }, { args }): DialogRequest | undefined => {
      const subscription = subscriptionOf(index, args)
      const listId = subscription?.listId
      if (!subscription || !listId) return undefined
      return own.has(listId)
        ? { id: 'edit-list', props: { listId } }
        : { id: 'edit-subscription', props: { subscriptionId: subscription.id } }
    }),
  },
  create: { kind: 'dialog', needs: 'signedIn', icon: 'add', run: openDialog(() => ({ id: 'edit-list' })) },
  follow: {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'list',
    args: [{ name: 'list', title: 'ask.listAddress', type: 'text' }],
    run: openDialog(({ args }) => {
      const written = textOf(args, 'list') ?? ''
      // A text that is no address is searched for.
      const listId = listIdIn(written)
      return listId === null
        ? { id: 'follow', props: { url: written } }
        : { id: 'follow-list', props: { listId } }
    }),
  },
  'manage-feeds': { ...ownRecord, kind: 'dialog', icon: 'feed', run: ownDialog('list-feeds') },
  delete: { ...ownRecord, kind: 'dialog', icon: 'delete', run: ownDialog('delete-list') },
  'add-feeds': {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'list',
    args: [listArgument],
    run: changeFeeds(listFeedsAddRequested),
  },
  'remove-feeds': {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'list',
    args: [listArgument],
    run: changeFeeds(listFeedsRemoveRequested),
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
