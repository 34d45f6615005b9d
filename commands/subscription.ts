/** The subscription tree: navigation, and commands on a subscription. */
import { attach, combine } from 'effector'
import { readPageAddress } from '../src/contract/page-address.ts'
import { done, nothing, type Command, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import type { View } from '../src/contract/views.ts'
import { textCopied, addressOpened } from '../src/model/browser-actions/index.ts'
import { feedCheckRequested } from '../src/model/feed-checks/index.ts'
import { $location, navigationRequested } from '../src/model/location/index.ts'
import { allMarked } from '../src/model/reads/index.ts'
import {
  $columnRows,
  $currentPageRow,
  $currentRow,
  $subscriptionIndex,
  $tree,
  $viewTabs,
  folderDeleted,
  folderRenamed,
  folderToggled,
  subscriptionEdited,
  subscriptionsMoved,
  treeRowFocused,
  unfollowRequested,
  type SubscriptionIndex,
  type SubscriptionPatch,
} from '../src/model/subscriptions/index.ts'
import {
  folderOf,
  folderSorted,
  rowsPlaced,
  steppedPlacement,
  type Placement,
} from '../src/model/subscriptions/subscription-order.ts'
import { $unreadSources, unreadNeighbour } from '../src/model/subscriptions/unread-sources.ts'
import {
  $categoryChoices,
  $categoryName,
  $failingFirstChoices,
  $subscriptionTitle,
  $viewChoices,
  $yesNoChoices,
} from './choices.ts'
import { panes, dialogOpened } from '../src/model/layout/index.ts'
import { commandGroup, openDialog, trigger, triggerFrom } from './define-command.ts'
import { feedIdsOf, firstIdOf, subscriptionIdsOf, textOf, viewOf } from './command-args.ts'

const inList = ['subscription-list']
const $ofTree = combine({ tree: $tree, current: $currentRow })
/** The pages under the tree, too. */
const $ofColumn = combine({
  rows: $columnRows,
  current: combine($currentRow, $currentPageRow, (row, page) => page ?? row),
})
const $ofViews = combine({ tabs: $viewTabs, place: $location })
const $targets = combine({ row: $currentRow, index: $subscriptionIndex })

/** Addresses of the feeds among the targets. */
const feedUrls = (index: SubscriptionIndex, args: CommandArgs): readonly string[] =>
  feedIdsOf(index, args).flatMap((id) => index.feeds.get(id)?.url ?? [])

/** Public pages of the feeds and lists among the targets. */
const publicUrls = ({ subscriptions }: SubscriptionIndex, args: CommandArgs): readonly string[] =>
  subscriptionIdsOf(args).flatMap((id) => {
    const { feedId, listId } = subscriptions.get(id) ?? {}
    const path = feedId ? `feeds/${feedId}` : listId ? `lists/${listId}` : null
    return path === null ? [] : `${globalThis.location?.origin ?? ''}/share/${path}`
  })

type Row = { readonly id: string }
function neighbour<Of extends Row>(rows: readonly Of[], current: Row | null, by: number): Of | undefined {
  const at = rows.findIndex(({ id }) => id === current?.id)
  return at === -1 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
}
const step = (by: number) =>
  triggerFrom(
    $ofColumn,
    treeRowFocused,
    ({ rows, current }, { count }) => neighbour(rows, current, by * count)?.id,
  )
/** Number of rows that a page key moves by. */
const PAGE = 10
const toRow = (by: number, ...keys: string[]) => ({
  kind: 'motion' as const,
  bindings: keys.map((one) => ({ keys: one, where: inList })),
  keysOnly: true,
  run: triggerFrom($ofColumn, treeRowFocused, ({ rows, current }) => neighbour(rows, current, by)?.id),
})
const stepToUnread = (by: number): Command['run'] =>
  attach({
    source: $unreadSources,
    effect: ({ rows, source }, { count }: CommandCall) => {
      const next = unreadNeighbour(rows, source, by * count)
      if (!next) return nothing({ key: 'app:keys.noUnread' })
      navigationRequested({ source: next.source, entryId: null })
      return done()
    },
  })
const stepAndOpen = (by: number) =>
  triggerFrom($ofTree, navigationRequested, ({ tree, current }, { count }) => {
    const row = neighbour(tree, current, by * count)
    return row && { source: row.source }
  })
const $ofOrder = combine({ column: $unreadSources, tree: $tree, current: $currentRow })
/** Puts the current feed or folder before or after those beside it. */
const stepInOrder = (key: string, by: number) => ({
  kind: 'change' as const,
  bindings: [{ keys: key, where: inList }],
  needs: 'signedIn',
  takesCount: true,
  repeats: true,
  run: triggerFrom($ofOrder, rowsPlaced, ({ column: { rows }, tree, current }, { count }) => {
    const visible = new Set(tree.map(({ id }) => id))
    return (current && steppedPlacement(rows, visible, { id: current.id, by: by * count })) ?? undefined
  }),
})
/** Views without subscriptions are left out, unless none has any. */
const turn = (by: number) =>
  triggerFrom($ofViews, navigationRequested, ({ tabs, place }) => {
    const used = tabs.filter(({ feeds, view }) => feeds > 0 || view === place.view)
    const at = used.findIndex(({ view }) => view === place.view)
    const next = used.at((at + by) % used.length)
    return next && { view: next.view }
  })
const toView = (view: View) => ({
  kind: 'view' as const,
  run: trigger(navigationRequested, () => ({ view })),
})
export const subscriptionCommands = commandGroup('subscription', {
  next: {
    kind: 'motion',
    bindings: ['j', 'ArrowDown'].map((keys) => ({ keys, where: inList })),
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: step(1),
  },
  previous: {
    kind: 'motion',
    bindings: ['k', 'ArrowUp'].map((keys) => ({ keys, where: inList })),
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: step(-1),
  },
  'open-next': {
    kind: 'motion',
    bindings: [{ keys: 'Shift+j', where: panes }],
    repeats: true,
    takesCount: true,
    run: stepAndOpen(1),
  },
  'open-previous': {
    kind: 'motion',
    bindings: [{ keys: 'Shift+k', where: panes }],
    repeats: true,
    takesCount: true,
    run: stepAndOpen(-1),
  },
  'next-unread': {
    kind: 'motion',
    bindings: [{ keys: 'n', where: panes }],
    takesCount: true,
    run: stepToUnread(1),
  },
  'previous-unread': {
    kind: 'motion',
    bindings: [{ keys: 'p', where: panes }],
    takesCount: true,
    run: stepToUnread(-1),
  },
  first: toRow(-Infinity, 'Home', 'g g'),
  last: toRow(Infinity, 'End', 'Shift+g'),
  'page-down': { ...toRow(PAGE, 'PageDown'), repeats: true },
  'page-up': { ...toRow(-PAGE, 'PageUp'), repeats: true },
  'mark-all-as-read': {
    kind: 'change',
    // Browsers reserve Ctrl+Shift+A for their tabs.
    bindings: ['$mod+Shift+a', 'Shift+a'].map((keys) => ({ keys, where: panes })),
    icon: 'mark-all-read',
    run: trigger(allMarked, () => ({ scope: 'source' }) as const),
  },
  'mark-view-as-read': {
    kind: 'change',
    icon: 'mark-all-read',
    run: trigger(allMarked, () => ({ scope: 'view' }) as const),
  },
  'mark-as-read': {
    kind: 'change',
    menuTitle: 'subscription.inMenu.markAsRead',
    target: 'subscriptions',
    icon: 'mark-all-read',
    run: trigger(allMarked, ({ args }) => ({ scope: 'subscription', ids: subscriptionIdsOf(args) }) as const),
  },
  'open-in-browser': {
    kind: 'view',
    target: 'subscriptions',
    bindings: [{ keys: 'o', where: inList }],
    icon: 'open',
    run: triggerFrom($subscriptionIndex, addressOpened, (index, { args }) => feedUrls(index, args)[0]),
  },
  'open-site-in-browser': {
    kind: 'view',
    target: 'subscriptions',
    bindings: [{ keys: '$mod+o', where: panes }],
    targetNeeds: 'subscriptionUrl',
    icon: 'open',
    run: triggerFrom(
      $targets,
      addressOpened,
      ({ row, index }, { args }) =>
        index.feeds.get(index.subscriptions.get(firstIdOf(args))?.feedId ?? '')?.siteUrl ??
        row?.siteUrl ??
        undefined,
    ),
  },
  'copy-url': {
    kind: 'view',
    target: 'subscriptions',
    icon: 'copy',
    run: triggerFrom(
      $subscriptionIndex,
      textCopied,
      (index, { args }) => feedUrls(index, args).join('\n') || undefined,
    ),
  },
  /** Needs no account; of a feed or a list. */
  'copy-public-url': {
    kind: 'view',
    target: 'subscriptions',
    icon: 'share',
    run: triggerFrom(
      $subscriptionIndex,
      textCopied,
      (index, { args }) => publicUrls(index, args).join('\n') || undefined,
    ),
  },
  // Tab goes through the views and from the last one on to the next control, so that it never traps the focus. Where
  // Tab has reached a pane from another control, it moves the focus only.
  'switch-tab-to-next': {
    kind: 'motion',
    bindings: [
      { keys: 'Tab', where: ['subscription-list', 'timeline'], when: 'paneFocused && nextView' },
      { keys: 'Shift+l', where: panes },
    ],
    run: turn(1),
  },
  'switch-tab-to-previous': {
    kind: 'motion',
    bindings: [
      { keys: 'Shift+Tab', where: ['subscription-list', 'timeline'], when: 'paneFocused && previousView' },
      { keys: 'Shift+h', where: panes },
    ],
    run: turn(-1),
  },
  'switch-tab-to-article': toView(0),
  'switch-tab-to-social': toView(1),
  'switch-tab-to-picture': toView(2),
  'switch-tab-to-video': toView(3),
  'switch-tab-to-audio': toView(4),
  'switch-tab-to-notification': toView(5),
  'toggle-folder-collapse': {
    kind: 'view',
    bindings: [{ keys: 'z', where: inList }],
    needs: 'folder',
    run: triggerFrom($currentRow, folderToggled, (row) => (row?.kind === 'folder' ? row.title : undefined)),
  },
  edit: {
    kind: 'dialog',
    menuTitle: 'subscription.inMenu.edit',
    target: 'subscriptions',
    bindings: [{ keys: 'e', where: inList, when: '!folder && !inboxRow && !list' }],
    needs: 'signedIn',
    icon: 'edit',
    run: openDialog(({ args }) => ({
      id: 'edit-subscription',
      props: { subscriptionId: firstIdOf(args) },
    })),
  },
  'edit-folder': {
    kind: 'dialog',
    target: 'category',
    bindings: [{ keys: 'e', where: inList, when: 'folder' }],
    needs: 'signedIn',
    targetNeeds: 'folder',
    icon: 'folder',
    run: openDialog(({ args }) => ({ id: 'rename-folder', props: { name: textOf(args, 'category') ?? '' } })),
  },
  refresh: {
    kind: 'view',
    menuTitle: 'subscription.inMenu.refresh',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'refresh',
    run: triggerFrom($subscriptionIndex, feedCheckRequested, (index, { args }) => {
      const feedIds = feedIdsOf(index, args)
      return feedIds.length > 0 ? { feedIds } : undefined
    }),
  },
  'find-replacement': {
    kind: 'dialog',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'search',
    run: triggerFrom($subscriptionIndex, dialogOpened, ({ subscriptions }, { args }) => {
      const subscriptionId = firstIdOf(args)
      return subscriptions.get(subscriptionId)?.feedId
        ? { id: 'replace-feed' as const, props: { subscriptionId } }
        : undefined
    }),
  },
  'pick-again': {
    kind: 'dialog',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'search',
    run: attach({
      source: $subscriptionIndex,
      effect: ({ subscriptions, feeds }: SubscriptionIndex, { args }: CommandCall) => {
        const subscriptionId = firstIdOf(args)
        const feed = feeds.get(subscriptions.get(subscriptionId)?.feedId ?? '')
        if (!readPageAddress(feed?.url ?? '')) return nothing({ key: 'app:pageFeed.notOfPage' })
        dialogOpened({ id: 'page-feed', props: { subscriptionId } })
        return done()
      },
    }),
  },
  claim: {
    kind: 'dialog',
    target: 'subscriptions',
    bindings: [{ keys: 'c', where: inList, when: 'subscription && !list && !inboxRow' }],
    needs: 'signedIn',
    icon: 'owner',
    run: triggerFrom($subscriptionIndex, dialogOpened, ({ subscriptions }, { args }) => {
      const feedId = subscriptions.get(firstIdOf(args))?.feedId
      return feedId ? { id: 'claim-feed' as const, props: { feedId } } : undefined
    }),
  },
  // Not a target: the current feed is rarely the one that fails.
  'why-failing': {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'feed',
    args: [
      {
        name: 'subscriptions',
        type: 'subscriptions',
        title: 'ask.subscription',
        choices: $failingFirstChoices,
      },
    ],
    run: openDialog(({ args }) => ({
      id: 'edit-subscription',
      props: { subscriptionId: firstIdOf(args), part: 'health' },
    })),
  },
  rename: {
    kind: 'change',
    menuTitle: 'subscription.inMenu.rename',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'edit',
    args: [{ name: 'title', title: 'ask.title', type: 'text', initial: $subscriptionTitle }],
    run: trigger(subscriptionEdited, ({ args }) => ({
      id: firstIdOf(args),
      patch: { title: textOf(args, 'title') ?? null },
    })),
  },
  update: {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    keysOnly: true,
    args: [{ name: 'patch', title: 'ask.patch', type: 'json' }],
    run: trigger(subscriptionEdited, ({ args }) => ({
      id: firstIdOf(args),
      patch: args['patch'] as SubscriptionPatch,
    })),
  },
  why: {
    kind: 'dialog',
    target: 'subscriptions',
    bindings: [{ keys: 'Shift+w', where: inList, when: 'subscription' }],
    icon: 'help',
    run: openDialog(({ args }) => ({ id: 'explain-feed', props: { subscriptionId: firstIdOf(args) } })),
  },
  move: {
    kind: 'change',
    menuTitle: 'subscription.inMenu.move',
    target: 'subscriptions',
    bindings: [{ keys: 'm', where: inList }],
    needs: 'signedIn',
    icon: 'folder',
    args: [
      { name: 'category', title: 'ask.folder', type: 'category', choices: $categoryChoices, open: true },
    ],
    run: trigger(subscriptionsMoved, ({ args }) => ({
      ids: subscriptionIdsOf(args),
      category: textOf(args, 'category'),
    })),
  },
  'move-to-view': {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'folder',
    args: [{ name: 'view', title: 'ask.view', type: 'view', choices: $viewChoices }],
    run: trigger(subscriptionsMoved, ({ args }) => ({ ids: subscriptionIdsOf(args), view: viewOf(args) })),
  },
  'move-up': stepInOrder('Alt+ArrowUp', -1),
  'move-down': stepInOrder('Alt+ArrowDown', 1),
  /** What a drag does. */
  place: {
    kind: 'change',
    needs: 'signedIn',
    keysOnly: true,
    args: [{ name: 'placement', title: 'ask.placement', type: 'json' }],
    run: trigger(rowsPlaced, ({ args }) => args['placement'] as Placement),
  },
  'sort-by-name': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'folder',
    run: triggerFrom($ofOrder, folderSorted, ({ column: { rows }, current }) => {
      if (current?.kind === 'folder') return current.title
      return folderOf(rows, current?.id ?? '')
    }),
  },
  'take-out-of-folder': {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'folder',
    run: trigger(subscriptionsMoved, ({ args }) => ({ ids: subscriptionIdsOf(args), category: null })),
  },
  unfollow: {
    kind: 'change',
    target: 'subscriptions',
    // A folder under the cursor stands for all of its feeds.
    confirmAbove: 1,
    bindings: [{ keys: 'Delete', where: inList, when: '!inboxRow' }],
    needs: 'signedIn',
    icon: 'delete',
    run: trigger(unfollowRequested, ({ args }) => ({ ids: subscriptionIdsOf(args) })),
  },
  'rename-folder': {
    kind: 'change',
    target: 'category',
    needs: 'signedIn',
    icon: 'folder',
    args: [{ name: 'title', title: 'ask.folderTitle', type: 'text', initial: $categoryName }],
    run: trigger(folderRenamed, ({ args }) => ({
      from: textOf(args, 'category') ?? '',
      to: textOf(args, 'title') ?? '',
    })),
  },
  'delete-folder': {
    kind: 'change',
    menuTitle: 'subscription.inMenu.deleteFolder',
    target: 'category',
    needs: 'signedIn',
    icon: 'delete',
    args: [{ name: 'unfollow', title: 'ask.unfollowToo', type: 'boolean', choices: $yesNoChoices }],
    run: trigger(folderDeleted, ({ args }) => ({
      name: textOf(args, 'category') ?? '',
      unfollow: args['unfollow'] === true,
    })),
  },
})
