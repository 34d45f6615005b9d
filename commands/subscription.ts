/** The subscription tree: navigation, and commands on a subscription. */
import { combine } from 'effector'
import { isView, type View } from '../src/contract/views.ts'
import {
  $currentRow,
  $subscribedFeeds,
  $location,
  $tree,
  $viewTabs,
  textCopied,
  addressOpened,
  allMarked,
  folderDeleted,
  folderRenamed,
  feedRefreshRequested,
  folderToggled,
  navigationRequested,
  subscriptionEdited,
  subscriptionsMoved,
  treeRowFocused,
  unfollowRequested,
  type TreeRow,
} from '../src/model/index.ts'
import {
  $currentSubscription,
  $currentTitle,
  $folderChoices,
  $visibleFolderChoices,
  $subscriptionChoices,
  $viewChoices,
  $yesNoChoices,
} from './choices.ts'
import { commandGroup, openDialog, trigger, triggerFrom } from './define-command.ts'

const inList = ['subscription-list']
const everywhere = ['subscription-list', 'timeline', 'entry-render']
const $ofTree = combine({ tree: $tree, current: $currentRow })
const $ofViews = combine({ tabs: $viewTabs, place: $location })
const $ofRow = combine({ row: $currentRow, followed: $subscribedFeeds })

/** The subscription argument, initially the focused row. */
const which = {
  name: 'subscription',
  title: 'ask.subscription',
  kind: 'choice',
  choices: $subscriptionChoices,
  initial: $currentSubscription,
} as const
const whichView = { name: 'view', title: 'ask.view', kind: 'choice', choices: $viewChoices } as const

function neighbour(tree: readonly TreeRow[], current: TreeRow | null, by: number): TreeRow | undefined {
  const at = tree.findIndex(({ id }) => id === current?.id)
  return at === -1 ? tree[0] : tree[Math.min(tree.length - 1, Math.max(0, at + by))]
}
const step = (by: number) =>
  triggerFrom(
    $ofTree,
    treeRowFocused,
    ({ tree, current }, { count }) => neighbour(tree, current, by * count)?.id,
  )
const stepAndOpen = (by: number) =>
  triggerFrom($ofTree, navigationRequested, ({ tree, current }, { count }) => {
    const row = neighbour(tree, current, by * count)
    return row && { source: row.source }
  })
/** Views without subscriptions are left out, unless none has any. */
const turn = (by: number) =>
  triggerFrom($ofViews, navigationRequested, ({ tabs, place }) => {
    const used = tabs.filter(({ feeds, view }) => feeds > 0 || view === place.view)
    const at = used.findIndex(({ view }) => view === place.view)
    const next = used.at((at + by) % used.length)
    return next && { view: next.view }
  })
const toView = (view: View) => ({ run: trigger(navigationRequested, () => ({ view })) })
const viewOf = (text: string | undefined): View | undefined => {
  const view = Number(text)
  return text !== undefined && isView(view) ? view : undefined
}

export const subscriptionCommands = commandGroup('subscription', {
  next: {
    bindings: ['j', 'ArrowDown'].map((keys) => ({ keys, where: inList })),
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: step(1),
  },
  previous: {
    bindings: ['k', 'ArrowUp'].map((keys) => ({ keys, where: inList })),
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: step(-1),
  },
  'open-next': {
    bindings: [{ keys: 'Shift+j', where: everywhere }],
    repeats: true,
    takesCount: true,
    run: stepAndOpen(1),
  },
  'open-previous': {
    bindings: [{ keys: 'Shift+k', where: everywhere }],
    repeats: true,
    takesCount: true,
    run: stepAndOpen(-1),
  },
  'mark-all-as-read': {
    bindings: [{ keys: '$mod+Shift+a' }],
    customisable: true,
    icon: 'mark-all-read',
    run: trigger(allMarked, () => ({ scope: 'source' }) as const),
  },
  'mark-view-as-read': { icon: 'mark-all-read', run: trigger(allMarked, () => ({ scope: 'view' }) as const) },
  'open-in-browser': {
    bindings: [{ keys: 'o', where: inList }],
    customisable: true,
    needs: ['subscription'],
    icon: 'open',
    run: triggerFrom($ofRow, addressOpened, ({ row, followed }) =>
      row?.source.kind === 'feed' ? followed.feeds.get(row.source.id)?.url : undefined,
    ),
  },
  'open-site-in-browser': {
    bindings: [{ keys: '$mod+o' }],
    customisable: true,
    needs: ['subscriptionUrl'],
    icon: 'open',
    run: triggerFrom($currentRow, addressOpened, (row) => row?.siteUrl ?? undefined),
  },
  'copy-url': {
    needs: ['subscription'],
    icon: 'copy',
    run: triggerFrom($ofRow, textCopied, ({ row, followed }) =>
      row?.source.kind === 'feed' ? followed.feeds.get(row.source.id)?.url : undefined,
    ),
  },
  'switch-tab-to-next': {
    bindings: [{ keys: 'Tab', where: ['subscription-list', 'timeline'] }],
    customisable: true,
    run: turn(1),
  },
  'switch-tab-to-previous': {
    bindings: [{ keys: 'Shift+Tab', where: ['subscription-list', 'timeline'] }],
    customisable: true,
    run: turn(-1),
  },
  'switch-tab-to-article': toView(0),
  'switch-tab-to-social': toView(1),
  'switch-tab-to-picture': toView(2),
  'switch-tab-to-video': toView(3),
  'switch-tab-to-audio': toView(4),
  'switch-tab-to-notification': toView(5),
  'toggle-folder-collapse': {
    bindings: [{ keys: 'z', where: inList }],
    customisable: true,
    needs: ['folder'],
    run: triggerFrom($currentRow, folderToggled, (row) => (row?.kind === 'folder' ? row.title : undefined)),
  },
  edit: {
    bindings: [{ keys: 'e', where: inList }],
    needs: ['signedIn'],
    icon: 'edit',
    args: [which],
    run: openDialog(({ args }) => ({
      id: 'edit-subscription',
      props: { subscriptionId: args['subscription'] ?? '' },
    })),
  },
  refresh: {
    needs: ['signedIn'],
    icon: 'refresh',
    args: [which],
    run: trigger(feedRefreshRequested, ({ args }) => args['subscription'] ?? ''),
  },
  'why-failing': {
    needs: ['signedIn'],
    icon: 'feed',
    args: [which],
    run: openDialog(({ args }) => ({
      id: 'edit-subscription',
      props: { subscriptionId: args['subscription'] ?? '', part: 'health' },
    })),
  },
  rename: {
    needs: ['signedIn'],
    icon: 'edit',
    args: [which, { name: 'title', title: 'ask.title', kind: 'text', initial: $currentTitle }],
    run: trigger(subscriptionEdited, ({ args }) => ({
      id: args['subscription'] ?? '',
      patch: { title: args['title'] ?? null },
    })),
  },
  move: {
    bindings: [{ keys: 'm', where: inList }],
    needs: ['signedIn'],
    icon: 'folder',
    args: [
      which,
      { ...whichView, optional: true },
      { name: 'folder', title: 'ask.folder', kind: 'text', choices: $folderChoices, optional: true },
    ],
    run: trigger(subscriptionsMoved, ({ args }) => ({
      ids: [args['subscription'] ?? ''],
      view: viewOf(args['view']),
      ...(args['folder'] !== undefined && { category: args['folder'] }),
    })),
  },
  unfollow: {
    bindings: [{ keys: 'Delete', where: inList }],
    needs: ['signedIn'],
    icon: 'delete',
    args: [which],
    run: trigger(unfollowRequested, ({ args }) => ({ ids: [args['subscription'] ?? ''] })),
  },
  'rename-folder': {
    needs: ['signedIn'],
    icon: 'folder',
    args: [
      {
        name: 'folder',
        title: 'ask.folder',
        kind: 'choice',
        choices: $visibleFolderChoices,
        initial: $currentTitle,
      },
      { name: 'title', title: 'ask.folderTitle', kind: 'text' },
    ],
    run: trigger(folderRenamed, ({ args }) => ({ from: args['folder'] ?? '', to: args['title'] ?? '' })),
  },
  'delete-folder': {
    needs: ['signedIn'],
    icon: 'delete',
    args: [
      {
        name: 'folder',
        title: 'ask.folder',
        kind: 'choice',
        choices: $visibleFolderChoices,
        initial: $currentTitle,
      },
      { name: 'unfollow', title: 'ask.unfollowToo', kind: 'choice', choices: $yesNoChoices },
    ],
    run: trigger(folderDeleted, ({ args }) => ({
      name: args['folder'] ?? '',
      unfollow: args['unfollow'] === 'yes',
    })),
  },
})
