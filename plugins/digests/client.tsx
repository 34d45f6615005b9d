import { sample } from 'effector'
import { defineClient, type Argument } from '../../src/plugin-api/client.ts'
import { commands, digestArgument } from './plugin.ts'
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
    ...digestArgument,
    choicesRequested: model.listRequested,
    choices: model.$digests.map(
      (digests) => () =>
        (digests ?? []).map(({ id, name, query }) => ({ value: id, title: name, detail: query })),
    ),
  }
  const ofDigest = (name: keyof typeof commands.ofDigest, run: (id: string) => void) =>
    command({
      ...commands.ofDigest[name],
      needs: 'signedIn',
      args: [digest],
      run: ({ args }) => {
        run(String(args['digest']))
        return undefined
      },
    })
  command({ ...commands.make, run: () => void openEdit({}) })
  ofDigest('send', (id) => model.sendRequested(id))
  ofDigest('preview', (id) => openPreview({ id }))
  ofDigest('download', (id) => model.epubRequested(id))
  ofDigest('podcast', (id) => openPodcast({ id }))
  ofDigest('edit', (id) => openEdit({ id }))
  ofDigest('delete', (id) => openDelete({ id }))
})
