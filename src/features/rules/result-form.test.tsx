// @vitest-environment happy-dom
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import type { Rule } from '../../contract/actions.ts'
import { featuresRegistered, featuresUnregistered } from '../registry.ts'
import { ResultForm } from './result-form.tsx'

beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app } } }))

test('what only a plugin does is offered while it runs, and stays in the rule when it does not', async () => {
  const scope = fork()
  let result: Rule['result'] = { summary: true, translation: 'ja' }
  function Form() {
    const [now, setNow] = useState(result)
    return <ResultForm result={now} limit={5} onChange={(next) => setNow((result = next))} />
  }
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(
    <Provider value={scope}>
      <Form />
    </Provider>,
  )
  const text = () => container.textContent ?? ''
  await expect.poll(text).toContain('Star it')
  expect(text()).not.toMatch(/Summarise it|Translate it/)
  container.querySelector<HTMLElement>('[role="switch"]')?.click()
  await expect.poll(() => result).toEqual({ summary: true, translation: 'ja', star: true })

  const plugin = { id: 'ai', ruleResults: ['summary', 'translation'] } as const
  await allSettled(featuresRegistered, { scope, params: [plugin] })
  await expect.poll(text).toMatch(/Summarise it.*Translate it/)
  await allSettled(featuresUnregistered, { scope, params: [plugin] })
  await expect.poll(text).not.toMatch(/Summarise it|Translate it/)
})
