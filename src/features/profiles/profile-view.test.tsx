// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import people from '../../../locales/en/people.json'
import sources from '../../../locales/en/sources.json'
import { currencyNamed } from '../../model/plugins/currency.ts'
import { settingChanged } from '../../model/settings/index.ts'
import { createReader } from '../../model/testing.ts'
import { ProfileView } from './profile-view.tsx'
import type { Profile } from './use-profile-details.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['people', 'sources', 'app'],
    resources: { en: { people, sources, app } },
  }),
)

const list = (id: string, title: string, fee: number) => ({
  id,
  title,
  fee,
  description: null,
  image: null,
  feedIds: [],
  ownerUserId: 'bea',
})
const profile = {
  user: { id: 'bea', name: 'Bea', handle: 'bea' },
  lists: [list('1', 'Letters', 0), list('2', 'Markets', 50)],
  subscriptions: [],
} as unknown as Profile

test('lists that cost POWER are not offered to who hides POWER', async () => {
  const { scope } = createReader()
  await allSettled(currencyNamed, { scope, params: 'POWER' })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <ProfileView profile={profile} onChoose={() => {}} />
      </Provider>,
    ),
  )
  expect(box.textContent).toContain('Letters')
  expect(box.textContent).toContain('Markets')
  expect(box.textContent).toContain('50 POWER')
  await act(
    async () =>
      void (await allSettled(settingChanged, {
        scope,
        params: { tab: 'general', key: 'hidePower', value: true },
      })),
  )
  expect(box.textContent).toContain('Letters')
  expect(box.textContent).not.toMatch(/Markets|POWER/)
  await act(async () => root.unmount())
})
