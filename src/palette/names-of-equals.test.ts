import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { Command } from '../core/index.ts'
import { searchable } from './match.ts'
import { namesOfEquals } from './use-command-rows.ts'
import type { Candidate } from './rank.ts'

const candidate = (id: string, title: string, plugin?: string): Candidate<Command> => ({
  title: searchable(title),
  others: [],
  use: 0,
  of: { id, group: 'plugin', title, kind: 'change', run: () => {}, ...(plugin && { plugin }) },
})

test('commands of plugins that have one title are told apart by the names of their plugins', async () => {
  const i18n = i18next.createInstance()
  const named = (name: string) => ({ name })
  await i18n.init({ lng: 'en', resources: { en: { wallabag: named('Wallabag'), bag: named('Wallabag 2') } } })
  const names = namesOfEquals(
    [
      candidate('wallabag:check', 'Check the connection to Wallabag', 'wallabag'),
      candidate('bag:check', 'Check the connection to Wallabag', 'bag'),
      candidate('bag:empty', 'Empty the bag', 'bag'),
      candidate('reader:refresh', 'Refresh'),
      candidate('guest:refresh', 'Refresh', 'guest'),
    ],
    i18n.t,
  )
  expect(Object.fromEntries(names)).toEqual({
    'wallabag:check': 'Wallabag',
    'bag:check': 'Wallabag 2',
    'guest:refresh': 'guest',
  })
})
