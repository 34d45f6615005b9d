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
import type { RuleProviders } from './use-rule-providers.ts'

beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app } } }))

/** A form of a result. @returns `result`: as it is now */
function renderForm(first: Rule['result'], providers: RuleProviders | null, scope = fork()) {
  let current = first
  function Form() {
    const [now, setNow] = useState(first)
    const change = (next: Rule['result']) => setNow((current = next))
    return <ResultForm result={now} providers={providers} limit={5} onChange={change} />
  }
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(
    <Provider value={scope}>
      <Form />
    </Provider>,
  )
  return { container, text: () => container.textContent ?? '', result: () => current }
}

test('what only a plugin does is offered while it runs, and stays in the rule when it does not', async () => {
  const scope = fork()
  const { container, text, result } = renderForm({ summary: true, translation: 'ja' }, null, scope)
  await expect.poll(text).toContain('Star it')
  expect(text()).not.toMatch(/Summarise it|Translate it/)
  container.querySelector<HTMLElement>('[role="switch"]')?.click()
  await expect.poll(result).toEqual({ summary: true, translation: 'ja', star: true })

  const plugin = { id: 'ai', ruleResults: ['summary', 'translation'] } as const
  await allSettled(featuresRegistered, { scope, params: [plugin] })
  await expect.poll(text).toMatch(/Summarise it.*Translate it/)
  await allSettled(featuresUnregistered, { scope, params: [plugin] })
  await expect.poll(text).not.toMatch(/Summarise it|Translate it/)
})

test('plugins that are on are offered for saving, and one that is not there stays until it is taken away', async () => {
  const provider = { isOn: true, saves: true, saveProblem: null, conditions: {}, actions: {} }
  const actionsOf = (name: string) => ({ [name]: { operand: null, problem: null } })
  const providers = new Map([
    ['pinboard', { ...provider, plugin: 'pinboard', actions: actionsOf('pin') }],
    ['notes', { ...provider, plugin: 'notes', isOn: false, actions: actionsOf('write') }],
  ])
  const { container, text, result } = renderForm({ saves: ['gone'] }, providers)
  await expect.poll(text).toMatch(/Save to gone.*Save to pinboard/)
  expect(text()).not.toContain('Save to notes')
  expect(text()).toMatch(/Let plugins act.*pin · pinboard/)
  expect(text()).not.toContain('write · notes')
  const press = (name: string) =>
    [...container.querySelectorAll('label')]
      .find((label) => label.textContent === name)
      ?.querySelector('input')
      ?.click()
  press('Save to pinboard')
  await expect.poll(result).toEqual({ saves: ['gone', 'pinboard'] })
  press('Save to gone')
  await expect.poll(result).toEqual({ saves: ['pinboard'] })
  press('Save to pinboard')
  await expect.poll(result).toEqual({})
  press('pin · pinboard')
  await expect.poll(result).toEqual({ pluginActions: ['pinboard:pin'] })
  press('pin · pinboard')
  await expect.poll(result).toEqual({})
})

test('what an action of a plugin needs is entered below its switch, and checked', async () => {
  const kind = { type: 'choice', choices: ['new', 'old'] } as const
  const actions = {
    tag: { operand: { type: 'text', maxLength: 5 } as const, problem: null },
    move: { operand: kind, problem: null },
    pin: { operand: null, problem: null },
  }
  const provider = { isOn: true, saves: false, saveProblem: null, conditions: {}, actions }
  const providers = new Map([['pinboard', { ...provider, plugin: 'pinboard' }]])
  const { container, text, result } = renderForm(
    { pluginActions: ['pinboard:move=lost', 'notes:write=a=b'] },
    providers,
  )
  // One that is not there says what it was to be done with.
  await expect.poll(text).toMatch(/move · pinboard.*pin · pinboard.*tag · pinboard.*write “a=b” · notes/)
  const rowOf = (name: string) =>
    [...container.querySelectorAll('.result-choice')].find((row) => row.textContent?.startsWith(name))
  expect(rowOf('move')?.textContent).toContain("Enter what the plugin's action needs.")
  const enter = (field: HTMLInputElement | HTMLSelectElement | null | undefined, value: string) => {
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field?.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  }
  enter(rowOf('move')?.querySelector('select'), 'old')
  await expect.poll(result).toEqual({ pluginActions: ['pinboard:move=old', 'notes:write=a=b'] })
  expect(rowOf('move')?.textContent).not.toContain('Enter what')
  expect(rowOf('tag')?.querySelector('input:not([role])')).toBeNull()
  rowOf('tag')?.querySelector<HTMLElement>('[role="switch"]')?.click()
  await expect.poll(() => result().pluginActions?.at(-1)).toBe('pinboard:tag=')
  await expect
    .poll(() => rowOf('tag')?.querySelector('input:not([role])')?.getAttribute('maxlength'))
    .toBe('5')
  enter(rowOf('tag')?.querySelector<HTMLInputElement>('input:not([role])'), 'tea')
  await expect.poll(() => result().pluginActions?.at(-1)).toBe('pinboard:tag=tea')
  for (const name of ['move', 'tag', 'write'])
    rowOf(name)?.querySelector<HTMLElement>('[role="switch"]')?.click()
  await expect.poll(result).toEqual({})
})
