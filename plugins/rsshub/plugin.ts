import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

const keysWhileOff = { 'go:rsshub': 'g i' } as const

/** Each row is completed by client.tsx. */
export const sources = {
  routes: { id: 'rsshub', title: 'title', schemes: ['rsshub'], hasLanguage: true, inCategories: true },
  transform: { id: 'transform', title: 'transform.title' },
}
export const instancesScreen = { path: '/rsshub', title: 'title', intro: 'intro', notOnTrial: true }
/** What a command asks for. */
export const instanceArgument = { name: 'instance', title: 'ask', type: 'enum', open: true } as const
export const commands = {
  go: {
    id: 'go:rsshub',
    title: 'commands.go',
    keywords: 'keywords.go',
    kind: 'view',
    keys: keysWhileOff['go:rsshub'],
    icon: 'server',
  },
  add: {
    id: 'rsshub:add',
    title: 'commands.add',
    keywords: 'keywords.add',
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'add',
  },
  use: {
    id: 'rsshub:use',
    title: 'commands.use',
    keywords: 'keywords.use',
    kind: 'view',
    needs: 'signedIn',
    icon: 'server',
  },
  useOwnServer: {
    id: 'rsshub:use-own-server',
    title: 'commands.useOwnServer',
    keywords: 'keywords.useOwnServer',
    kind: 'view',
    needs: 'signedIn',
    icon: 'server',
  },
} as const

export default definePlugin({
  id: 'rsshub',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableRsshub',
  icon: 'server',
  hasScreens: true,
  settings: z.object({ enableRsshub: z.boolean().default(true) }),
  secrets: [],
  permissions: ['wire'],
  environment: z.object({
    /** Where rsshub:// addresses lead. */
    RSSHUB_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  }),
  keysWhileOff,
  contributes: {
    feedSource: Object.values(sources),
    dialog: [{ id: 'use' }, { id: 'edit' }, { id: 'delete' }],
    screen: [instancesScreen],
    command: [
      commands.go,
      commands.add,
      { ...commands.use, args: [{ ...instanceArgument, hasChoices: true }] },
      commands.useOwnServer,
    ],
  },
})
