import type { Contributes } from '../../src/plugin-api/contributes.ts'
import keys from './keys.ts'

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
    keys: keys['go:rsshub'],
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

export default {
  feedSource: Object.values(sources),
  dialog: [{ id: 'use' }, { id: 'edit' }, { id: 'delete' }],
  screen: [instancesScreen],
  command: [
    commands.go,
    commands.add,
    { ...commands.use, args: [{ ...instanceArgument, hasChoices: true }] },
    commands.useOwnServer,
  ],
} satisfies Contributes
