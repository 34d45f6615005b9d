/** What others can see: public pages of a user's stars, labels and searches, and folders that users share. */
import { attach, combine } from 'effector'
import type { SharedFolder } from '../src/contract/shared-folders.ts'
import { done, nothing, type Argument, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import { $labels } from '../src/model/labels/index.ts'
import { $savedSearches } from '../src/model/search/saved-searches.ts'
import { dialogOpened, type DialogRequest } from '../src/model/layout/index.ts'
import { screenRequested } from '../src/model/location/index.ts'
import { publishRequested } from '../src/model/sharing/index.ts'
import { $sharedFolders, sharedFolderChanged } from '../src/model/sharing/shared-folders.ts'
import { $subscriptionIndex } from '../src/model/subscriptions/index.ts'
import { $categoryName } from './choices.ts'
import { feedIdsOf, subscriptionIdsOf, textOf } from './command-args.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const title = { name: 'title', title: 'ask.publicTitle', type: 'text' } as const
const $labelChoices = $labels.map((labels) => () => labels.map(({ name }) => ({ value: name, title: name })))
const $searchChoices = $savedSearches.map(
  (searches) => () => searches.map((one) => ({ value: one.query, title: one.title, detail: one.query })),
)

const $state = combine({ folders: $sharedFolders, index: $subscriptionIndex })

/** The prompt for a shared folder. @param offered which ones */
const folderOf = (offered: (folder: SharedFolder, feedIds: readonly string[]) => boolean): Argument => ({
  name: 'folder',
  title: 'ask.sharedFolder',
  type: 'enum',
  choices: $state.map(({ folders, index }) => (args: CommandArgs) => {
    const feedIds = feedIdsOf(index, args)
    return folders
      .filter((folder) => offered(folder, feedIds))
      .map((folder) => ({ value: folder.id, title: folder.title }))
  }),
})
const mayAdd = ({ isOwner, membersMayAdd }: SharedFolder) => isOwner || membersMayAdd
const owned = folderOf(({ isOwner }) => isOwner)
const any = folderOf(() => true)
const joined = folderOf(({ isOwner }) => !isOwner)
const shared = folderOf(({ isOwner, members }) => isOwner && members.length > 1)
const folderOfCall = (folders: readonly SharedFolder[], args: CommandArgs): SharedFolder | undefined =>
  folders.find(({ id }) => id === textOf(args, 'folder'))
const member: Argument = {
  name: 'member',
  title: 'ask.member',
  type: 'enum',
  // The owner is the first of the members.
  choices: $sharedFolders.map(
    (folders) => (args: CommandArgs) =>
      (folderOfCall(folders, args)?.members ?? [])
        .slice(1)
        .map(({ id, name, handle }) => ({ value: id, title: name, ...(handle && { detail: `@${handle}` }) })),
  ),
}
const folderTitle = { name: 'title', title: 'ask.folderTitle', type: 'text' } as const

/** Changes what the others see in a folder to the opposite. */
const toggled = (what: 'sharesStars' | 'sharesNotes') => ({
  kind: 'change' as const,
  needs: 'signedIn',
  icon: 'share',
  args: [any],
  run: triggerFrom($sharedFolders, sharedFolderChanged, (folders, { args }) => {
    const folder = folderOfCall(folders, args)
    return folder && { call: 'choose' as const, input: { id: folder.id, [what]: !folder[what] } }
  }),
})

/** Asks first. @param about what ends: a membership, or the folder of its owner */
const ending = (about: 'leave' | 'end') => ({
  kind: 'dialog' as const,
  needs: 'signedIn',
  icon: 'delete' as const,
  run: triggerFrom($sharedFolders, dialogOpened, (folders, { args }): DialogRequest | undefined => {
    const folder = folderOfCall(folders, args)
    if (!folder || folder.isOwner !== (about === 'end')) return undefined
    return { id: 'end-sharing', props: { about, folder: folder.id } }
  }),
})

/** Lists and inboxes are refused with a sentence, like the server's refusal of what is private. */
const feedsChange = (change: (id: string, feedIds: readonly string[]) => void) =>
  attach({
    source: $state,
    effect: ({ folders, index }, { args }: CommandCall) => {
      const feedIds = feedIdsOf(index, args)
      if (feedIds.length < subscriptionIdsOf(args).length) return nothing({ key: 'app:together.notAFeed' })
      const id = textOf(args, 'folder') ?? ''
      if (!folders.some((folder) => folder.id === id)) return nothing({ key: 'app:together.none' })
      change(id, feedIds)
      return done()
    },
  })

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
  'new-shared-folder': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'folder',
    args: [folderTitle],
    run: trigger(sharedFolderChanged, ({ args }) => ({
      call: 'create' as const,
      input: { title: textOf(args, 'title') ?? '' },
    })),
  },
  'share-folder': {
    kind: 'change',
    target: 'category',
    needs: 'signedIn',
    icon: 'share',
    args: [{ ...folderTitle, initial: $categoryName }],
    run: trigger(sharedFolderChanged, ({ args }) => ({
      call: 'create' as const,
      input: { title: textOf(args, 'title') ?? '', category: textOf(args, 'category') ?? null },
    })),
  },
  /** Of the shared folder whose feeds are in a folder of the column; of all where there is none. */
  'show-members-stars': {
    kind: 'view',
    target: 'category',
    needs: 'signedIn',
    icon: 'star',
    run: triggerFrom($sharedFolders, screenRequested, (folders, { args }) => {
      const folder = folders.find(({ category }) => category === textOf(args, 'category'))
      return { path: folder ? `/shared-stars?folder=${folder.id}` : '/shared-stars' }
    }),
  },
  'share-feed': {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'share',
    args: [folderOf(mayAdd)],
    run: feedsChange((id, feedIds) =>
      sharedFolderChanged({ call: 'addFeeds', input: { id, feedIds: [...feedIds] } }),
    ),
  },
  'unshare-feed': {
    kind: 'change',
    target: 'subscriptions',
    needs: 'signedIn',
    icon: 'delete',
    args: [
      folderOf(
        (folder, feedIds) =>
          mayAdd(folder) && folder.feeds.some(({ id }) => feedIds.length === 0 || feedIds.includes(id)),
      ),
    ],
    run: feedsChange((id, feedIds) => {
      for (const feedId of feedIds) sharedFolderChanged({ call: 'removeFeed', input: { id, feedId } })
    }),
  },
  /** Without a handle by a link. */
  invite: {
    kind: 'change',
    needs: 'signedIn',
    icon: 'share',
    args: [owned, { name: 'handle', title: 'ask.handle', type: 'text', optional: true }],
    run: trigger(sharedFolderChanged, ({ args }) => {
      const handle = textOf(args, 'handle')
      const id = textOf(args, 'folder') ?? ''
      return { call: 'invite' as const, input: handle ? { id, handle } : { id } }
    }),
  },
  'rename-shared-folder': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'edit',
    args: [
      owned,
      {
        ...folderTitle,
        initial: $sharedFolders.map((folders) => (args: CommandArgs) => folderOfCall(folders, args)?.title),
      },
    ],
    run: triggerFrom($sharedFolders, sharedFolderChanged, (folders, { args }) => {
      const [folder, name] = [folderOfCall(folders, args), (textOf(args, 'title') ?? '').trim()]
      if (!folder || name === '' || name === folder.title) return undefined
      return { call: 'update' as const, input: { id: folder.id, title: name } }
    }),
  },
  'remove-member': {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'delete',
    args: [shared, member],
    run: triggerFrom($sharedFolders, dialogOpened, (folders, { args }): DialogRequest | undefined => {
      const [folder, one] = [folderOfCall(folders, args), textOf(args, 'member')]
      if (!folder?.isOwner || !folder.members.slice(1).some(({ id }) => id === one)) return undefined
      return { id: 'end-sharing', props: { about: 'remove', folder: folder.id, member: one } }
    }),
  },
  'leave-shared-folder': { ...ending('leave'), args: [joined] },
  'end-shared-folder': { ...ending('end'), args: [owned] },
  'toggle-my-stars': toggled('sharesStars'),
  'toggle-my-notes': toggled('sharesNotes'),
})
