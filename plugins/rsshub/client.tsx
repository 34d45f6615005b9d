import { sample } from 'effector'
import { defineClient } from '../../src/plugin-api/client.ts'
import { editProps, instanceProps } from './dialog-props.ts'
import { createModel } from './model.ts'
import keys from './keys.ts'

export default defineClient((host) => {
  const { command, dialog, screen, feedSource } = host
  const model = createModel(host)

  feedSource({
    id: 'rsshub',
    title: 'title',
    schemes: ['rsshub'],
    hasLanguage: true,
    inCategories: true,
    load: async () => ({ default: (await import('./feed-sources.tsx')).createRouteSource(model) }),
  })
  feedSource({
    id: 'transform',
    title: 'transform.title',
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
    path: '/rsshub',
    title: 'title',
    intro: 'intro',
    notOnTrial: true,
    load: async () => ({
      default: (await import('./instances-screen.tsx')).createInstancesScreen(model, {
        reader: host.reader,
        openUse,
        openEdit,
        openDelete,
      }),
    }),
  })

  command({
    id: 'go:rsshub',
    title: 'commands.go',
    keywords: 'keywords.go',
    kind: 'view',
    keys: keys['go:rsshub'],
    icon: 'rsshub',
    run: () => void openScreen(),
  })
  command({
    id: 'rsshub:add',
    title: 'commands.add',
    keywords: 'keywords.add',
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'add',
    run: () => void openEdit({}),
  })
  command({
    id: 'rsshub:use',
    title: 'commands.use',
    keywords: 'keywords.use',
    kind: 'view',
    needs: 'signedIn',
    icon: 'rsshub',
    args: [
      {
        name: 'instance',
        title: 'ask',
        type: 'enum',
        open: true,
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
  command({
    id: 'rsshub:use-own-server',
    title: 'commands.useOwnServer',
    keywords: 'keywords.useOwnServer',
    kind: 'view',
    needs: 'signedIn',
    icon: 'rsshub',
    run: () => void model.useRequested({ id: null, months: 0 }),
  })
})
