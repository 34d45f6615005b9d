// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import { settingChanged } from '../../model/settings/index.ts'
import { startReader } from '../../model/testing.ts'
import { useLeavingWarning } from './use-leaving-warning.tsx'

beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], defaultNS: 'app', resources: { en: { app } } }))

function Content() {
  const { onClickCapture, dialog } = useLeavingWarning()
  return (
    <div onClickCapture={onClickCapture}>
      <a id="disguised" href="https://evil.example/steal">
        https://bank.example/login
      </a>
      <a id="honest" href="https://bank.example/login">
        bank.example
      </a>
      {dialog}
    </div>
  )
}

test('a link that names another site is asked about, unless the setting is off', async () => {
  const { scope, browserActions } = await startReader()
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  root.render(
    <Provider value={scope}>
      <Content />
    </Provider>,
  )
  await expect.poll(() => box.querySelectorAll('a')).toHaveLength(2)
  /** @returns whether the browser may follow the link */
  const follow = (id: string) =>
    box.querySelector(`#${id}`)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  const dialog = () => document.querySelector('[role="alertdialog"]')

  expect(follow('honest')).toBe(true)
  expect(follow('disguised')).toBe(false)
  await expect.poll(() => dialog()?.textContent).toContain('evil.example')
  dialog()?.querySelector<HTMLElement>('[data-variant="primary"]')?.click()
  await expect.poll(() => browserActions).toContain('open https://evil.example/steal')

  await allSettled(settingChanged, {
    scope,
    params: { tab: 'general', key: 'jumpOutLinkWarn', value: false },
  })
  await expect.poll(() => follow('disguised')).toBe(true)
  root.unmount()
})
