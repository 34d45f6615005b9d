/** Profiles: one's own as others see it, and those of other users. */
import { textCopied } from '../src/model/browser-actions/index.ts'
import { dialogOpened } from '../src/model/layout/index.ts'
import { screenRequested } from '../src/model/location/index.ts'
import { $session } from '../src/model/session/index.ts'
import type { Argument } from '../src/core/index.ts'
import { entryIdsOf, textOf } from './command-args.ts'
import { commandGroup, triggerFrom } from './define-command.ts'

/** An id or a handle. */
const user: Argument = { name: 'user', title: 'ask.user', type: 'text' }
const pathOf = (name: string) => `/share/users/${encodeURIComponent(name)}`

/** Readers of the entry. */
export const readerCommands = commandGroup('entry', {
  'who-read': {
    kind: 'dialog',
    needs: 'signedIn',
    target: 'entries',
    targetNeeds: 'entry && !mail',
    icon: 'account',
    run: triggerFrom($session, dialogOpened, (_, { args }) => {
      const [entryId] = entryIdsOf(args)
      return entryId ? { id: 'entry-readers' as const, props: { entryId } } : undefined
    }),
  },
})

export const profileCommands = commandGroup('profile', {
  own: {
    kind: 'view',
    bindings: [{ keys: 'g p' }],
    needs: 'signedIn',
    icon: 'account',
    run: triggerFrom($session, screenRequested, (session) =>
      session.user ? { path: pathOf(session.user.id) } : undefined,
    ),
  },
  open: {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'account',
    args: [user],
    run: triggerFrom($session, dialogOpened, (_, { args }) => {
      const name = textOf(args, 'user')?.trim()
      return name ? { id: 'profile' as const, props: { name } } : undefined
    }),
  },
  /** Default: one's own. */
  'copy-address': {
    kind: 'view',
    needs: 'signedIn',
    icon: 'copy',
    args: [{ ...user, optional: true }],
    run: triggerFrom($session, textCopied, (session, { args }) => {
      const name = textOf(args, 'user')?.trim() || session.user?.id
      return name ? `${globalThis.location?.origin ?? ''}${pathOf(name)}` : undefined
    }),
  },
})
