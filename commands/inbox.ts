/** Inboxes: the user's own mail addresses, and the entries in them. */
import { attach, combine, scopeBind } from 'effector'
import { done, nothing, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import { textCopied } from '../src/model/browser-actions/index.ts'
import { dialogOpened, type DialogRequest } from '../src/model/layout/index.ts'
import { $services, type Services } from '../src/model/services.ts'
import {
  $subscriptionIndex,
  subscriptionEdited,
  type SubscriptionIndex,
} from '../src/model/subscriptions/index.ts'
import { mailDeleteRequested } from '../src/model/inboxes/events.ts'
import { unsubscribeAddress } from '../src/model/inboxes/unsubscribe-address.ts'
import { $subscriptionTitle } from './choices.ts'
import { $loadedEntries, entriesOf, entryIdsOf, subscriptionIdsOf, textOf } from './command-args.ts'
import { commandGroup, openDialog, triggerFrom } from './define-command.ts'

const record = { target: 'subscriptions', targetNeeds: 'inboxRow', needs: 'signedIn' } as const
const inTree = (keys: string) => [{ keys, where: ['subscription-list'], when: 'inboxRow && !folder' }]

function handleOf({ subscriptions }: SubscriptionIndex, args: CommandArgs): string | undefined {
  const ids = subscriptionIdsOf(args)
  return ids.map((id) => subscriptions.get(id)?.inboxId ?? undefined).find(Boolean)
}
const dialogOf = (id: 'edit-inbox' | 'delete-inbox') =>
  triggerFrom($subscriptionIndex, dialogOpened, (index, { args }): DialogRequest | undefined => {
    const handle = handleOf(index, args)
    return handle === undefined ? undefined : { id, props: { handle } }
  })

const $servicesAndIndex = combine({ services: $services, index: $subscriptionIndex })
const copyAddressFx = attach({
  source: $servicesAndIndex,
  effect: async (
    { services, index }: { services: Services; index: SubscriptionIndex },
    { args }: CommandCall,
  ) => {
    const handle = handleOf(index, args)
    const copy = scopeBind(textCopied, { safe: true })
    if (handle === undefined) return nothing()
    const { data } = await services.api.status.configs({})
    if (!data.INBOX_DOMAIN) return nothing({ key: 'app:inbox.noMail' })
    copy(`${handle}@${data.INBOX_DOMAIN}`)
    return done()
  },
})

export const inboxCommands = commandGroup('inbox', {
  create: {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'inbox',
    run: openDialog(() => ({ id: 'create-inbox' })),
  },
  edit: { ...record, kind: 'dialog', bindings: inTree('e'), icon: 'edit', run: dialogOf('edit-inbox') },
  rename: {
    ...record,
    kind: 'change',
    icon: 'edit',
    args: [{ name: 'title', title: 'ask.title', type: 'text', initial: $subscriptionTitle }],
    run: triggerFrom($subscriptionIndex, subscriptionEdited, (index, { args }) => {
      const handle = handleOf(index, args)
      if (handle === undefined) return undefined
      return { id: `inbox/${handle}`, patch: { title: textOf(args, 'title') ?? null } }
    }),
  },
  'copy-address': { ...record, kind: 'view', icon: 'copy', run: copyAddressFx },
  delete: {
    ...record,
    kind: 'dialog',
    bindings: inTree('Delete'),
    icon: 'delete',
    run: dialogOf('delete-inbox'),
  },
})

const where = ['timeline', 'entry-render']

/** Commands on entries of inboxes. */
export const mailCommands = commandGroup('entry', {
  unsubscribe: {
    kind: 'view',
    target: 'entries',
    targetNeeds: 'mail',
    icon: 'open',
    run: attach({
      source: { services: $services, loaded: $loadedEntries },
      effect: ({ services, loaded }, { args }: CommandCall) => {
        const [address] = entriesOf(loaded, args).flatMap((summary) => unsubscribeAddress(summary) ?? [])
        // The server stores only web and mail addresses.
        if (!address) return nothing({ key: 'app:entry.noUnsubscribe' })
        services.platform.openAddress(address)
        return done()
      },
    }),
  },
  delete: {
    kind: 'change',
    target: 'entries',
    bindings: [{ keys: 'Delete', where, when: 'mail' }],
    targetNeeds: 'mail || selected > 0',
    confirmAbove: 0,
    isPermanent: true,
    icon: 'delete',
    run: attach({
      source: $services,
      effect: async (_, { args }: CommandCall) => {
        const request = scopeBind(mailDeleteRequested, { safe: true })
        await import('../src/model/inboxes/index.ts')
        request({ ids: entryIdsOf(args) })
        return done()
      },
    }),
  },
})
