/** Shared RSSHub instances: adding one's own, and which of them is used. */
import { createEffect, scopeBind } from 'effector'
import type { CommandCall } from '../src/core/index.ts'
import { $rsshubInstances, rsshubUseRequested } from '../src/model/rsshub/requests.ts'
import { textOf } from './command-args.ts'
import { commandGroup, openDialog } from './define-command.ts'

const use = (idOf: (call: CommandCall) => string | null) =>
  createEffect(async (call: CommandCall) => {
    const request = scopeBind(rsshubUseRequested, { safe: true })
    await import('../src/model/rsshub/index.ts')
    request({ id: idOf(call), months: 0 })
  })

export const rsshubCommands = commandGroup('rsshub', {
  add: { kind: 'dialog', needs: 'signedIn', icon: 'add', run: openDialog(() => ({ id: 'edit-rsshub' })) },
  use: {
    kind: 'view',
    needs: 'signedIn',
    icon: 'rsshub',
    args: [
      {
        name: 'instance',
        title: 'ask.rsshubInstance',
        type: 'enum',
        open: true,
        choices: $rsshubInstances.map(
          (instances) => () =>
            instances.map(({ id, description, errorMessage }) => ({
              value: id,
              title: description || id,
              ...(errorMessage && { detail: errorMessage }),
            })),
        ),
      },
    ],
    run: use(({ args }) => textOf(args, 'instance') ?? null),
  },
  'use-own-server': { kind: 'view', needs: 'signedIn', icon: 'rsshub', run: use(() => null) },
})
