// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import app from '../../../../locales/en/app.json'
import shortcuts from '../../../../locales/en/shortcuts.json'
import { allCommands } from '../../../../commands/index.ts'
import type { CommandArgs } from '../../../core/index.ts'
import { registry } from '../../../model/app/index.ts'
import { rowsRequested } from '../../../model/entries/index.ts'
import { readToggled } from '../../../model/reads/index.ts'
import { createFakeServer, startReader } from '../../../model/testing.ts'
import { commandMenu, useCommandPresentationGetter } from './index.ts'

type PresentationOf = ReturnType<typeof useCommandPresentationGetter>
function Reading({ onRead }: { readonly onRead: (presentationOf: PresentationOf) => void }) {
  const presentationOf = useCommandPresentationGetter()
  useEffect(() => {
    onRead(presentationOf)
  }, [onRead, presentationOf])
  return null
}

test('a menu names what its command would do to the entries that it is for', async () => {
  await i18next.init({ lng: 'en', defaultNS: 'app', resources: { en: { app, shortcuts } } })
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['1', '2']) server.publish('1', id, Date.UTC(2026, 0, 15, 12) - Number(id))
  const { scope } = await startReader({ server })
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(rowsRequested, { scope, params: ['1', '2'] })
  await allSettled(readToggled, { scope, params: { ids: ['1'] } })
  const holder: { presentationOf?: PresentationOf } = {}
  const labelsOf = (ids: readonly string[], args: CommandArgs): string[] =>
    commandMenu(ids, holder.presentationOf ?? (() => null), args).flatMap((item) =>
      'label' in item ? [item.label] : [],
    )
  const menuFor = (entries: readonly string[]): string[] =>
    labelsOf(['entry:read', 'entry:star', 'entry:copy-link'], { entries: [...entries] })
  const root = createRoot(document.createElement('div'))
  root.render(
    <Provider value={scope}>
      <Reading onRead={(presentationOf) => Object.assign(holder, { presentationOf })} />
    </Provider>,
  )
  await expect.poll(() => menuFor(['2'])).toEqual(['Mark as read', 'Star', 'Copy the link'])
  expect(menuFor(['1']).slice(0, 2)).toEqual(['Mark as unread', 'Star'])
  // Of several, what is left to do.
  expect(menuFor(['1', '2'])[0]).toBe('Mark as read')
  // Without entries it is called as in the palette.
  expect(menuFor([]).slice(0, 2)).toEqual(['Mark as read or unread', 'Star or unstar'])
  // The row beside the menu says of what.
  expect(
    labelsOf(['subscription:mark-as-read', 'subscription:rename'], { subscriptions: ['feed/1'] }),
  ).toEqual(['Mark as read', 'Rename'])
  expect(holder.presentationOf?.('subscription:rename')?.label).toBe('Rename a subscription')
  root.unmount()
})
