// @vitest-environment happy-dom
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import type { Rule } from '../../contract/actions.ts'
import { featuresRegistered, featuresUnregistered } from '../registry.ts'
import { ResultForm } from './result-form.tsx'
import type { RuleProviders } from './use-rule-providers.ts'

beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app } } }))

let root: Root
afterEach(() => root.unmount())

/** A form of a result. @returns `result`: as it is now */
function renderForm(first: Rule['result'], providers: RuleProviders | null, scope = fork()) {
  let current = first
  function Form() {
    const [now, setNow] = useState(first)
    const change = (next: Rule['result']) => setNow((current = next))
    return <ResultForm result={now} providers={providers} limit={5} onChange={change} />
  }
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  root.render(
    <Provider value={scope}>
      <Form />
    </Provider>,
  )
  return { container, text: () => container.textContent ?? '', result: () => current }
}

const lines = (container: HTMLElement): readonly string[] =>
  [...container.querySelectorAll('.sentence-line')].map((line) =>
    [...line.querySelectorAll('.sentence-word, .sentence-verb, .sentence-joint')]
      .map(({ textContent }) => textContent)
      .join(' '),
  )
const line = (container: HTMLElement, part: string) =>
  container.querySelector<HTMLElement>(`[data-part="${part}"]`)
const remove = (container: HTMLElement, part: string) =>
  line(container, part)?.querySelector<HTMLElement>('[aria-label="Remove this action"]')?.click()
const offered = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]

/** What the menu offers; it stays open. */
async function open(container: HTMLElement): Promise<readonly string[]> {
  await expect.poll(() => container.querySelector('.sentence-add')).not.toBeNull()
  const button = container.querySelector<HTMLElement>('.sentence-add')
  // Once its code is there, the menu opens on the press.
  if (button?.dataset['state'] === undefined) button?.click()
  else button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
  await expect.poll(() => offered().length).toBeGreaterThan(0)
  return offered().map(({ textContent }) => textContent)
}

async function add(container: HTMLElement, name: string): Promise<void> {
  await open(container)
  offered()
    .find(({ textContent }) => textContent === name)
    ?.click()
  await expect.poll(() => offered().length).toBe(0)
}

test('what a rule does is a sentence; a part is added by a menu, which offers each but once, and taken away', async () => {
  const { container, result } = renderForm({ star: true }, null)
  await expect.poll(() => lines(container)).toEqual(['then Star it'])
  await add(container, 'Label it …')
  await expect.poll(result).toEqual({ star: true, labels: [''] })
  await expect.poll(() => lines(container)).toEqual(['then Star it', 'and Label it'])
  const items = await open(container)
  expect(items).toContain('Hide it')
  expect(items).not.toContain('Star it')
  offered()
    .find(({ textContent }) => textContent === 'Hide it')
    ?.click()
  await expect.poll(() => offered().length).toBe(0)
  await expect.poll(() => lines(container)).toEqual(['then Star it', 'and Hide it', 'and Label it'])
  remove(container, 'star')
  await expect.poll(result).toEqual({ labels: [''], block: true })
  expect(container.querySelector('.sentence-add')).toBe(document.activeElement)
})

test('what only a plugin does is offered while it runs, and stays in the rule when it does not', async () => {
  const scope = fork()
  const { container, result } = renderForm({ summary: true, translation: 'ja' }, null, scope)
  await add(container, 'Star it')
  await expect.poll(result).toEqual({ summary: true, translation: 'ja', star: true })
  expect(lines(container)).toEqual(['then Star it'])

  const plugin = { id: 'ai', ruleResults: ['summary', 'translation'] } as const
  await allSettled(featuresRegistered, { scope, params: [plugin] })
  await expect.poll(() => lines(container)).toEqual(['then Star it', 'and Summarise it', 'and Translate it'])
  remove(container, 'summary')
  expect(await open(container)).toContain('Summarise it')
  await allSettled(featuresUnregistered, { scope, params: [plugin] })
  await expect.poll(() => lines(container)).toEqual(['then Star it'])
  expect(result()).toEqual({ translation: 'ja', star: true })
})

test('plugins that are on are offered for saving, and one that is not there stays until it is taken away', async () => {
  const provider = { isOn: true, saves: true, saveProblem: null, conditions: {}, actions: {} }
  const actionsOf = (name: string) => ({ [name]: { operand: null, problem: null } })
  const providers = new Map([
    ['pinboard', { ...provider, plugin: 'pinboard', actions: actionsOf('pin') }],
    ['notes', { ...provider, plugin: 'notes', isOn: false, actions: actionsOf('write') }],
  ])
  const { container, result } = renderForm({ saves: ['gone'] }, providers)
  await expect.poll(() => lines(container)).toEqual(['then Save to gone'])
  const items = await open(container)
  expect(items).toEqual(expect.arrayContaining(['Save to pinboard', 'pin · pinboard']))
  expect(items).not.toEqual(expect.arrayContaining(['Save to notes']))
  expect(items).not.toEqual(expect.arrayContaining(['write · notes']))
  offered()
    .find(({ textContent }) => textContent === 'Save to pinboard')
    ?.click()
  await expect.poll(result).toEqual({ saves: ['gone', 'pinboard'] })
  await expect.poll(() => offered().length).toBe(0)
  remove(container, 'saves 0')
  await expect.poll(result).toEqual({ saves: ['pinboard'] })
  remove(container, 'saves 0')
  await expect.poll(result).toEqual({})
  await add(container, 'pin · pinboard')
  await expect.poll(result).toEqual({ pluginActions: ['pinboard:pin'] })
  remove(container, 'pluginActions 0')
  await expect.poll(result).toEqual({})
})

test('what an action of a plugin needs is entered in its line, and checked', async () => {
  const kind = { type: 'choice', choices: ['new', 'old'] } as const
  const actions = {
    tag: { operand: { type: 'text', maxLength: 5 } as const, problem: null },
    move: { operand: kind, problem: null },
    pin: { operand: null, problem: null },
  }
  const provider = { isOn: true, saves: false, saveProblem: null, conditions: {}, actions }
  const providers = new Map([['pinboard', { ...provider, plugin: 'pinboard' }]])
  const { container, result } = renderForm(
    { pluginActions: ['pinboard:move=lost', 'notes:write=a=b'] },
    providers,
  )
  // One that is not there says what it was to be done with.
  await expect.poll(() => lines(container)).toEqual(['then move · pinboard', 'and write “a=b” · notes'])
  const rowOf = (at: number) => line(container, `pluginActions ${at}`)
  expect(rowOf(0)?.textContent).toContain("Enter what the plugin's action needs.")
  const enter = (field: HTMLInputElement | HTMLSelectElement | null | undefined, value: string) => {
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field?.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  }
  enter(rowOf(0)?.querySelector('select'), 'old')
  await expect.poll(result).toEqual({ pluginActions: ['pinboard:move=old', 'notes:write=a=b'] })
  expect(rowOf(0)?.textContent).not.toContain('Enter what')
  await add(container, 'tag · pinboard')
  await expect.poll(() => result().pluginActions?.at(-1)).toBe('pinboard:tag=')
  await expect.poll(() => rowOf(2)?.querySelector('input')?.getAttribute('maxlength')).toBe('5')
  enter(rowOf(2)?.querySelector('input'), 'tea')
  await expect.poll(() => result().pluginActions?.at(-1)).toBe('pinboard:tag=tea')
  for (const left of [2, 1, 0]) {
    remove(container, 'pluginActions 0')
    await expect.poll(() => result().pluginActions?.length ?? 0).toBe(left)
  }
})
