import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

const make = {
  id: 'digests:make',
  title: 'commands.make',
  keywords: 'keywords.make',
  kind: 'dialog',
  needs: 'signedIn',
  icon: 'add',
} as const
const ofDigest = {
  send: {
    id: 'digests:send',
    title: 'commands.send',
    keywords: 'keywords.send',
    kind: 'view',
    icon: 'share',
  },
  preview: {
    id: 'digests:preview',
    title: 'commands.preview',
    keywords: 'keywords.preview',
    kind: 'dialog',
    icon: 'list',
  },
  download: {
    id: 'digests:download',
    title: 'commands.download',
    keywords: 'keywords.download',
    kind: 'view',
    icon: 'export',
  },
  podcast: {
    id: 'digests:podcast',
    title: 'commands.podcast',
    keywords: 'keywords.podcast',
    kind: 'dialog',
    icon: 'audio',
  },
  edit: {
    id: 'digests:edit',
    title: 'commands.edit',
    keywords: 'keywords.edit',
    kind: 'dialog',
    icon: 'edit',
  },
  delete: {
    id: 'digests:delete',
    title: 'commands.delete',
    keywords: 'keywords.delete',
    kind: 'dialog',
    icon: 'delete',
  },
} as const
/** What a command asks for. */
export const digestArgument = { name: 'digest', title: 'ask', type: 'enum', open: true } as const
/** Each row is completed by client.tsx. */
export const commands = { make, ofDigest }

export default definePlugin({
  id: 'digests',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableDigests',
  icon: 'time',
  settings: z.object({ enableDigests: z.boolean().default(false) }),
  secrets: [],
  permissions: ['entries:read', 'jobs', 'mail:self', 'public'],
  jobs: { send: { everyMinutes: 15 } },
  contributes: {
    command: [
      make,
      ...Object.values(ofDigest).map((row) => ({
        ...row,
        needs: 'signedIn',
        args: [{ ...digestArgument, hasChoices: true }],
      })),
    ],
    dialog: [{ id: 'edit' }, { id: 'preview' }, { id: 'delete' }, { id: 'podcast' }],
    settingsPart: [{}],
  },
})
