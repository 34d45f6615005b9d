import { sample } from 'effector'
import { defineClient } from '../../src/plugin-api/client.ts'
import { commands, instanceArgument, instancesScreen, sources } from './plugin.ts'
import { editProps, instanceProps } from './dialog-props.ts'
import { createModel } from './model.ts'
import { createRemote } from './remote.ts'

export default defineClient((host) => {
  const { command, dialog, screen, feedSource } = host
  const model = createModel({ rsshub: createRemote(host.wire), notified: host.notified, failed: host.failed })

  feedSource({
    ...sources.routes,
    load: async () => ({ default: (await import('./feed-sources.tsx')).createRouteSource(model) }),
  })
  feedSource({
    ...sources.transform,
    load: async () => ({ default: (await import('./feed-sources.tsx')).createTransformSource(model) }),
  })

  const openUse = dialog({
    id: 'use',
    props: instanceProps,
    load: async () => ({ default: (await import('./use-dialog.tsx')).createUseDialog(model) }),
  })
  const openEdit = dialog({
    id: 'edit',
    props: editProps,
    load: async () => ({ default: (await import('./edit-dialog.tsx')).createEditDialog(model, host) }),
  })
  const openDelete = dialog({
    id: 'delete',
    props: instanceProps,
    load: async () => ({ default: (await import('./delete-dialog.tsx')).createDeleteDialog(model) }),
  })
  sample({ clock: model.paymentRequested, fn: (id) => ({ id }), target: openUse })
  const openScreen = screen({
    ...instancesScreen,
    load: async () => ({
      default: (await import('./instances-screen.tsx')).createInstancesScreen(model, {
        reader: host.reader,
        openUse,
        openEdit,
        openDelete,
      }),
    }),
  })

  command({ ...commands.go, run: () => void openScreen() })
  command({ ...commands.add, run: () => void openEdit({}) })
  command({
    ...commands.use,
    args: [
      {
        ...instanceArgument,
        choicesRequested: model.instancesRequested,
        choices: model.$instances.map(
          (instances) => () =>
            instances.map(({ id, description, errorMessage }) => ({
              value: id,
              title: description || id,
              ...(errorMessage && { detail: errorMessage }),
            })),
        ),
      },
    ],
    run: ({ args }) => void model.useRequested({ id: String(args['instance']), months: 0 }),
  })
  command({ ...commands.useOwnServer, run: () => void model.useRequested({ id: null, months: 0 }) })
})
