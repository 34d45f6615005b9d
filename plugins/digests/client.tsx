import { sample } from 'effector'
import { defineClient, type Argument, type PluginCommand } from '../../src/plugin-api/client.ts'
import { digestProps, editProps } from './dialog-props.ts'
import { createModel } from './model.ts'

export default defineClient((host) => {
  const { command, dialog, settingsPart } = host
  const model = createModel(host)

  const openEdit = dialog({
    id: 'edit',
    props: editProps,
    load: async () => ({ default: (await import('./edit-dialog.tsx')).createEditDialog(model) }),
  })
  const openPreview = dialog({
    id: 'preview',
    props: digestProps,
    load: async () => ({ default: (await import('./preview-dialog.tsx')).createPreviewDialog(model) }),
  })
  const openDelete = dialog({
    id: 'delete',
    props: digestProps,
    load: async () => ({ default: (await import('./delete-dialog.tsx')).createDeleteDialog(model) }),
  })
  const openPodcast = dialog({
    id: 'podcast',
    props: digestProps,
    load: async () => ({
      default: (await import('./podcast-dialog.tsx')).createPodcastDialog(model, host.textCopied),
    }),
  })
  settingsPart({
    load: async () => ({
      default: (await import('./settings-part.tsx')).createSettingsPart(model, {
        openEdit,
        openPreview,
        openDelete,
        openPodcast,
      }),
    }),
  })
  // Who has made a digest sees what is in it.
  sample({
    clock: model.putFx.done,
    filter: ({ params }) => params.id === undefined,
    fn: ({ result: { id } }) => ({ id }),
    target: openPreview,
  })

  const digest: Argument = {
    name: 'digest',
    title: 'ask',
    type: 'enum',
    open: true,
    choicesRequested: model.listRequested,
    choices: model.$digests.map(
      (digests) => () =>
        (digests ?? []).map(({ id, name, query }) => ({ value: id, title: name, detail: query })),
    ),
  }
  const ofDigest = (
    named: Pick<PluginCommand, 'id' | 'title' | 'keywords' | 'kind' | 'icon'>,
    run: (id: string) => void,
  ) =>
    command({
      ...named,
      needs: 'signedIn',
      args: [digest],
      run: ({ args }) => {
        run(String(args['digest']))
        return undefined
      },
    })
  command({
    id: 'digests:make',
    title: 'commands.make',
    keywords: 'keywords.make',
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'add',
    run: () => void openEdit({}),
  })
  ofDigest(
    {
      id: 'digests:send',
      title: 'commands.send',
      keywords: 'keywords.send',
      kind: 'view',
      icon: 'share',
    },
    (id) => model.sendRequested(id),
  )
  ofDigest(
    {
      id: 'digests:preview',
      title: 'commands.preview',
      keywords: 'keywords.preview',
      kind: 'dialog',
      icon: 'list',
    },
    (id) => openPreview({ id }),
  )
  ofDigest(
    {
      id: 'digests:download',
      title: 'commands.download',
      keywords: 'keywords.download',
      kind: 'view',
      icon: 'export',
    },
    (id) => model.epubRequested(id),
  )
  ofDigest(
    {
      id: 'digests:podcast',
      title: 'commands.podcast',
      keywords: 'keywords.podcast',
      kind: 'dialog',
      icon: 'audio',
    },
    (id) => openPodcast({ id }),
  )
  ofDigest(
    { id: 'digests:edit', title: 'commands.edit', keywords: 'keywords.edit', kind: 'dialog', icon: 'edit' },
    (id) => openEdit({ id }),
  )
  ofDigest(
    {
      id: 'digests:delete',
      title: 'commands.delete',
      keywords: 'keywords.delete',
      kind: 'dialog',
      icon: 'delete',
    },
    (id) => openDelete({ id }),
  )
})
