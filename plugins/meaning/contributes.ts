import type { Contributes } from '../../src/plugin-api/contributes.ts'

export const rows = {
  like: {
    id: 'meaning:like',
    title: 'like',
    keywords: 'likeKeywords',
    kind: 'view',
    keys: '[Shift]+=',
    where: ['timeline', 'entry-render'],
    target: 'entries',
    icon: 'link',
    inEntryMenu: true,
  },
  search: {
    id: 'meaning:search',
    title: 'search',
    keywords: 'searchKeywords',
    kind: 'view',
    needs: 'signedIn',
    icon: 'search',
    args: [{ name: 'words', title: 'searchWords', type: 'text' }],
  },
} as const

export default {
  command: [rows.like, rows.search],
  toolbarItem: [{ command: 'meaning:like', group: 'more', icon: 'link' }],
  settingsPart: [{}],
} satisfies Contributes
