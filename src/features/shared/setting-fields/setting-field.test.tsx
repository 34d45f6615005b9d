// @vitest-environment happy-dom
import i18next from 'i18next'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import common from '../../../../locales/en/common.json'
import { visibleFields, type SettingField, type SettingKind } from './field.ts'
import { SettingFieldRow } from './setting-field.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const texts = { tone: { label: 'Tone', hint: 'Of voice', low: 'Low', high: 'High', odd: 'untested' } }
beforeAll(
  () =>
    void i18next.init({
      lng: 'en',
      ns: ['settings', 'app', 'common'],
      resources: { en: { settings: texts, common, app: {} } },
    }),
)

const fieldOf = (kind: SettingKind): SettingField => ({
  ...kind,
  name: 'tone',
  anchor: 'voice-tone',
  label: 'tone.label',
  hint: 'tone.hint',
})

async function drawn(content: ReactNode) {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () => root.render(content))
  return { box, root, end: () => act(async () => root.unmount()) }
}
const type = (
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
  event: string,
) =>
  act(async () => {
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event(event, { bubbles: true }))
  })

test.each([
  [{ kind: 'boolean' }, true, 'input[type="checkbox"]'],
  [{ kind: 'choice', choices: [{ value: 'low', label: 'tone.low' }] }, 'low', 'select'],
  [{ kind: 'number', choices: [1, 2] }, 1, 'select'],
  [{ kind: 'number', range: { min: 1, max: 9 } }, 3, 'input[type="range"]'],
  [{ kind: 'number' }, 3, 'input[type="text"]'],
  [{ kind: 'text' }, 'a', 'input[type="text"]'],
  [{ kind: 'text', code: true }, 'a', 'textarea'],
  [{ kind: 'secret' }, undefined, 'input[type="password"]'],
  [{ kind: 'secret', code: true }, undefined, 'textarea'],
] as const)('%j is drawn with its label, its hint and its place', async (kind, value, control) => {
  const { box, end } = await drawn(
    <SettingFieldRow field={fieldOf(kind as SettingKind)} value={value} onChange={() => {}} />,
  )
  const row = box.querySelector('[data-setting="voice-tone"]')!
  expect(row.querySelector(control)).not.toBeNull()
  expect(row.textContent).toContain('Tone')
  expect(row.textContent).toContain('Of voice')
  await end()
})

test('choices have labels, remarks, or names of their own', async () => {
  const choices = [
    { value: 'low', label: 'tone.low' },
    { value: 'high', label: 'tone.high', note: 'tone.odd' },
    { value: 'nord', text: 'nord' },
  ]
  const changes: unknown[] = []
  const { box, end } = await drawn(
    <SettingFieldRow
      field={fieldOf({ kind: 'choice', choices })}
      value="low"
      onChange={(value) => changes.push(value)}
    />,
  )
  const select = box.querySelector('select')!
  expect([...select.options].map(({ text }) => text)).toEqual(['Low', 'High (untested)', 'nord'])
  await type(select, 'nord', 'change')
  expect(changes).toEqual(['nord'])
  await end()
})

test('a number that another version stored stays a choice, and a chosen one is a number', async () => {
  const changes: unknown[] = []
  const { box, end } = await drawn(
    <SettingFieldRow
      field={fieldOf({ kind: 'number', choices: [1000, 5000] })}
      value={3000}
      onChange={(value) => changes.push(value)}
    />,
  )
  const select = box.querySelector('select')!
  expect([...select.options].map(({ text }) => text)).toEqual(['1,000', '3,000', '5,000'])
  await type(select, '5000', 'change')
  expect(changes).toEqual([5000])
  await end()
})

test('what is written is saved when the field is left, and only when it is right', async () => {
  const changes: unknown[] = []
  const { box, end } = await drawn(
    <SettingFieldRow
      field={fieldOf({ kind: 'text' })}
      value="a"
      problemOf={(value) => (value === 'no' ? 'Not that' : null)}
      onChange={(value) => changes.push(value)}
    />,
  )
  const input = box.querySelector('input')!
  await type(input, 'no', 'input')
  expect(box.textContent).toContain('Not that')
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(changes).toEqual([])
  await type(input, 'yes', 'input')
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(changes).toEqual(['yes'])
  await end()
})

test('Enter and leaving the field save once, and a value that changes elsewhere is shown', async () => {
  const changes: unknown[] = []
  const field = (value: string) => (
    <SettingFieldRow
      field={fieldOf({ kind: 'text' })}
      value={value}
      onChange={(next) => void changes.push(next)}
    />
  )
  const { box, root, end } = await drawn(field('a'))
  const input = box.querySelector('input')!
  const leave = () => act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await type(input, 'b', 'input')
  await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await leave()
  expect(changes).toEqual(['b'])
  await act(async () => root.render(field('b')))
  // Undone.
  await act(async () => root.render(field('a')))
  expect(input.value).toBe('a')
  await type(input, 'b', 'input')
  await leave()
  expect(changes).toEqual(['b', 'b'])
  await end()
})

test('a secret is replaced or removed', async () => {
  const changes: unknown[] = []
  const { box, end } = await drawn(
    <SettingFieldRow
      field={fieldOf({ kind: 'secret' })}
      value={undefined}
      isSet
      onChange={(value) => changes.push(value)}
    />,
  )
  const button = (name: string) => [...box.querySelectorAll('button')].find((one) => one.textContent === name)
  expect(button('Save')?.disabled).toBe(true)
  await type(box.querySelector('input')!, ' new ', 'input')
  await act(async () => button('Save')?.click())
  await act(async () => button('Remove')?.click())
  expect(changes).toEqual(['new', ''])
  await end()
})

test('a setting without effect has no field', () => {
  const fields = [{ name: 'on' }, { name: 'more', dependsOn: 'on' }]
  const namesWith = (on: boolean) => visibleFields(fields, { on }).map(({ name }: { name?: string }) => name)
  expect([namesWith(false), namesWith(true)]).toEqual([['on'], ['on', 'more']])
})
