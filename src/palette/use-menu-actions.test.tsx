// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import app from '../../locales/en/app.json'
import shortcuts from '../../locales/en/shortcuts.json'
import { allCommands } from '../../commands/index.ts'
import { registry } from '../model/app/index.ts'
import { $statuses, rowsRequested } from '../model/entries/index.ts'
import { readToggled } from '../model/reads/index.ts'
import { entryMenu } from '../model/menus/index.ts'
import { createFakeServer, startReader } from '../model/testing.ts'
import { useMenuActions } from './use-menu-actions.ts'

type ActionsOf = ReturnType<typeof useMenuActions>
function Reading({ onRead }: { readonly onRead: (actionsOf: ActionsOf) => void }) {
  const actionsOf = useMenuActions()
  useEffect(() => {
    onRead(actionsOf)
  }, [onRead, actionsOf])
  return null
}

test('the actions of a row are those of its menu, named by what they do, with their keys, and act on the row', async () => {
  await i18next.init({ lng: 'en', defaultNS: 'app', resources: { en: { app, shortcuts } } })
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['1', '2']) server.publish('1', id, Date.UTC(2026, 0, 15, 12) - Number(id))
  const { scope } = await startReader({ server })
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(rowsRequested, { scope, params: ['1', '2'] })
  await allSettled(readToggled, { scope, params: { ids: ['1'] } })
  const holder: { actionsOf?: ActionsOf } = {}
  const actions = (id: string) => holder.actionsOf?.(entryMenu, { entries: [id] }) ?? []
  const titles = (id: string) => actions(id).map(({ title }) => title)
  const root = createRoot(document.createElement('div'))
  root.render(
    <Provider value={scope}>
      <Reading onRead={(actionsOf) => Object.assign(holder, { actionsOf })} />
    </Provider>,
  )
  await expect.poll(() => titles('1').slice(0, 2)).toEqual(['Mark as unread', 'Star'])
  expect(titles('2')[0]).toBe('Mark as read')
  expect(actions('1').find(({ key }) => key === 'entry:read')?.keys).toBe('m')
  actions('2')
    .find(({ key }) => key === 'entry:star')
    ?.choose()
  await expect.poll(() => scope.getState($statuses).get('2')?.starredAt ?? null).not.toBeNull()
  root.unmount()
})
