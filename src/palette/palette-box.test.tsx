// @vitest-environment happy-dom
import '../model/everything.ts'
import { createEvent, createStore, fork, scopeBind, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { createRoot, type Root } from 'react-dom/client'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '../core/index.ts'
import { context, $targets, targetsChanged } from '../model/app/registry.ts'
import { registry } from '../model/app/index.ts'
import { $listedResults, $palette, paletteOpened } from '../model/palette/index.ts'
import type { SearchHit } from '../model/rows.ts'
import { $services, type Services } from '../model/services.ts'
import { searchSourcesProvided, SearchRefusal } from '../model/search/provided-sources.ts'
import { PaletteDialog } from './palette-dialog.tsx'

const ran: string[] = []
const opened: string[] = []
const command = (name: string, more: Partial<Command> = {}): Command => ({
  id: `test:${name.toLowerCase().replaceAll(' ', '-')}`,
  group: 'test',
  title: name,
  kind: 'view',
  run: () => void ran.push(name),
  ...more,
})
const many = Array.from({ length: 1000 }, (_, at) => command(`Arrange by rule ${at}`))
/** What follow.db has. */
const heads = ['A first title', 'A second title'].map((title, at) => ({
  id: String(at),
  title,
  publishedAt: at,
}))
let found: readonly SearchHit[] | null
let scope: Scope
let root: Root

// Without messages a key is shown itself.
beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

beforeEach(async () => {
  ran.length = 0
  opened.length = 0
  found = null
  scope = fork({
    values: [
      [
        $services,
        {
          clock: { now: () => 0, after: () => () => {} },
          newId: () => 'id',
          local: {
            call: async (name: string) =>
              ({
                'entries.heads': heads,
                'entries.query': found,
                'entries.queryCount': { total: 1 },
                'entries.snippets': {},
              })[name] ?? null,
          },
          platform: { openAddress: (url: string) => opened.push(url) },
        } as unknown as Services,
      ],
    ],
  })
  scopeBind(registry.registered, { scope })([
    command('Undo', { needs: 'undoable' }),
    command('Unread only on or off'),
    ...many,
  ])
  scopeBind(paletteOpened, { scope })()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Provider value={scope}>
      <PaletteDialog />
    </Provider>,
  )
  await vi.waitUntil(() => box() !== null, { timeout: 10_000 })
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

const box = () => document.querySelector<HTMLInputElement>('[role="combobox"]')
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]
const selected = () => document.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')
const settled = () => new Promise((resolve) => setTimeout(resolve, 30))
async function type(text: string) {
  const input = box() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}
async function press(key: string, more: KeyboardEventInit & { keyCode?: number } = {}) {
  box()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  await settled()
}

test('every command is in the empty box, and only the visible rows are rendered', async () => {
  expect(options()[0]?.ariaSetSize ?? options()[0]?.getAttribute('aria-setsize')).toBe('1002')
  expect(options().length).toBeLessThan(40)
  await press('End')
  expect(selected()?.textContent).toContain('Arrange by rule 999')
})

test('the combobox names the selected row, and is expanded only when there are rows', async () => {
  expect(box()?.getAttribute('aria-activedescendant')).toBe(selected()?.id)
  expect(box()?.getAttribute('aria-expanded')).toBe('true')
  await press('ArrowDown')
  expect(box()?.getAttribute('aria-activedescendant')).toBe(selected()?.id)
  expect(selected()?.getAttribute('aria-posinset')).toBe('2')
  await type('zqxj')
  expect(box()?.getAttribute('aria-expanded')).toBe('false')
  expect(box()?.hasAttribute('aria-activedescendant')).toBe(false)
})

test('Enter on a command that is unavailable says why and runs nothing', async () => {
  await type('undo')
  expect(selected()?.textContent).toContain('Undo')
  await press('Enter')
  expect(document.querySelector('[role="alert"]')).not.toBeNull()
  expect(ran).toEqual([])
  expect(scope.getState($palette).open).toBe(true)
})

test('a row says what exactly its command would do now', async () => {
  scopeBind(registry.registered, { scope })([
    command('Repeat', { currentTitle: createStore({ key: 'Repeat: star 3 entries' }) }),
  ])
  await type('repeat')
  expect(selected()?.textContent).toContain('Repeat: star 3 entries')
})

test('the empty box begins with what can be done with the current entry, by what it will do', async () => {
  const headings = () =>
    [...document.querySelectorAll('[cmdk-group-heading]')].map(({ textContent }) => textContent)
  scopeBind(registry.registered, { scope })([
    command('Copy the link', { id: 'entry:copy-link', target: 'entries' }),
    command('Share', { id: 'entry:share', target: 'entries', needs: 'online' }),
    command('Star or unstar', {
      id: 'entry:star',
      target: 'entries',
      titleFor: createStore(({ entries }) => (String(entries) === '7' ? 'Unstar' : null)),
    }),
  ])
  await settled()
  expect(headings()).not.toContain('palette.thisEntry')
  const select = (ids: string[]) =>
    scopeBind(targetsChanged, { scope })({ ...scope.getState($targets), entries: () => ids })
  select(['7'])
  await settled()
  expect(headings()[0]).toBe('palette.thisEntry')
  expect(
    options()
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Unstar', 'Copy the link', expect.not.stringContaining('Share')])
  expect(options()[0]?.querySelector('svg')).toBeNull()
  select(['7', '8'])
  await settled()
  expect(headings()[0]).toBe('palette.theseEntries')
  expect(options()[0]?.textContent).toBe('Star or unstar')
  await press('Enter')
  expect(ran).toEqual(['Star or unstar'])
})

test('commands are not ranked anew as the palette takes the focus, but as what they need changes', async () => {
  let readings = 0
  const titleFor = createStore(() => {
    readings += 1
    return null
  })
  scopeBind(registry.registered, { scope })([command('Go to it', { target: 'view', titleFor })])
  scopeBind(targetsChanged, { scope })({ ...scope.getState($targets), view: () => 0 })
  scopeBind(context.contextKeysChanged, { scope })({ paneFocused: true, online: false })
  await settled()
  const before = readings
  expect(before).toBeGreaterThan(0)
  scopeBind(context.areaFocused, { scope })('modal')
  scopeBind(context.contextKeysChanged, { scope })({ paneFocused: false })
  await settled()
  expect(readings).toBe(before)
  scopeBind(context.contextKeysChanged, { scope })({ online: true })
  await settled()
  expect(readings).toBeGreaterThan(before)
})

test('Enter runs nothing that the typed letters do not name, but what was selected by hand', async () => {
  await type('uroo')
  expect(options()[0]?.textContent).toContain('Unread only on or off')
  expect(selected()).toBeNull()
  await press('Enter')
  expect(ran).toEqual([])
  await press('ArrowDown')
  await press('Enter')
  expect(ran).toEqual(['Unread only on or off'])
})

test('Enter and Escape of an input method are left to it', async () => {
  await type('arrange by rule 7')
  await press('Enter', { isComposing: true })
  await press('Enter', { keyCode: 229 })
  await press('Escape', { isComposing: true })
  await press('Escape', { keyCode: 229 })
  expect(ran).toEqual([])
  expect(scope.getState($palette).open).toBe(true)
  await press('Enter')
  expect(ran).toEqual(['Arrange by rule 7'])
})

test('the key that opened it is left to its command, which closes it', async () => {
  const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
  box()?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
})

test('the second key shows the actions of a row, and Escape goes back to the list', async () => {
  await type('arrange by rule 7')
  await press('Enter', { ctrlKey: true })
  expect(ran).toEqual([])
  expect(options().map(({ dataset }) => dataset['value'])).toEqual([
    'action set-key',
    'action set-alias',
    'action why',
    'action reset',
    'action copy-id',
  ])
  await press('Escape')
  expect(box()?.value).toBe('arrange by rule 7')
  expect(scope.getState($palette).open).toBe(true)
})

test.each([
  ['among all kinds', 'lang:j', 'lang:ja '],
  ['in a search for entries', '/rust lang:j', '/rust lang:ja '],
  ['in a selection', '=is:', '=is:read '],
  ['in a day', '/before:1970-', '/before:1970-01-01 '],
  ['in a command with its arguments', 'find rust is:unr', 'find rust is:unread '],
])('terms of a query are completed %s', async (_, text, completed) => {
  scopeBind(registry.registered, { scope })([
    command('Find', { args: [{ name: 'query', title: 'ask', type: 'query' }] }),
  ])
  await type(text)
  const isTerm = (row: HTMLElement | null) => row?.dataset['value']?.startsWith('completion ') === true
  expect(options().some(isTerm)).toBe(true)
  while (!isTerm(selected())) await press('ArrowDown')
  await press('Tab')
  expect(box()?.value).toBe(completed)
})

test('Tab completes the term where no row is selected, and a field is offered once it has begun', async () => {
  await type('/lang:j')
  expect(selected()).toBeNull()
  await press('Tab')
  expect(box()?.value).toBe('/lang:ja ')
  await type('/before')
  expect(options().map(({ dataset }) => dataset['value'])).toEqual(['completion before:'])
  await type('before')
  expect(options().filter(({ dataset }) => dataset['value']?.startsWith('completion '))).toEqual([])
})

test('names of fields that a word begins follow the entries with the word', async () => {
  found = [{ id: 'a', feedId: 'f', title: 'Before the rain', publishedAt: 0, storyId: null }]
  const values = () => options().map(({ dataset }) => dataset['value'])
  await type('/before')
  await expect.poll(values).toEqual(['entry a', 'all results', 'completion before:'])
})

test('a prefix alone says what may follow, rather than that nothing is named so', async () => {
  await type('/')
  expect(document.querySelector('.palette-none')?.textContent).toBe('palette.none.untyped.entries')
  await type('/zqxj')
  await expect.poll(() => document.querySelector('.palette-none')?.textContent).toBe('palette.none.entries')
})

const rowOf = (key: string) => options().find(({ dataset }) => dataset['value'] === key)

test('a search for entries also shows what other sources find, and a row opens its address', async () => {
  const words: string[] = []
  scopeBind(searchSourcesProvided, { scope })([
    {
      id: 'shelf',
      titleKey: 'Shelf',
      search: async (text) => {
        words.push(text)
        return [{ title: 'A book of rust', url: 'https://books.example/1' }]
      },
    },
  ])
  await type('arrange')
  await type('/ru')
  expect(rowOf('shelf')?.textContent).toContain('palette.sources.searching')
  await type('/rust is:unread')
  await expect.poll(() => rowOf('shelf 0')?.textContent).toContain('A book of rust')
  // Only what stood there when typing stopped.
  expect(words).toEqual(['rust'])
  expect(selected()).toBeNull()
  rowOf('shelf 0')?.click()
  await settled()
  expect(opened).toEqual(['https://books.example/1'])
  expect(scope.getState($palette).open).toBe(false)
})

test('a source that refuses says why, and can be searched again', async () => {
  let attempts = 0
  scopeBind(searchSourcesProvided, { scope })([
    {
      id: 'shelf',
      titleKey: 'Shelf',
      search: async () => {
        attempts += 1
        if (attempts === 1) throw new SearchRefusal('The shelf is closed.')
        return [{ title: 'A book of rust', entryId: 'a' }]
      },
    },
  ])
  await type('/rust')
  await expect.poll(() => rowOf('shelf')?.textContent).toContain('The shelf is closed.')
  rowOf('shelf')?.click()
  await expect.poll(() => rowOf('shelf 0')?.textContent).toContain('A book of rust')
  expect(scope.getState($palette).open).toBe(true)
})

test('a held Backspace stops at the empty box of a prompt', async () => {
  scopeBind(registry.registered, { scope })([
    command('Rename', { args: [{ name: 'title', title: 'ask', type: 'text' }] }),
  ])
  await type('rename')
  await press('Enter')
  expect(scope.getState($palette).page?.command.id).toBe('test:rename')
  await press('Backspace', { repeat: true })
  expect(scope.getState($palette).page?.command.id).toBe('test:rename')
  await press('Backspace')
  expect(scope.getState($palette).page).toBeNull()
  expect(scope.getState($palette).open).toBe(true)
})

test('a command that needs one of several things says so while there are none', async () => {
  const $labels = createStore<readonly string[]>([])
  const labelsChanged = createEvent<readonly string[]>()
  $labels.on(labelsChanged, (_, labels) => labels)
  const choices = $labels.map((labels) => () => labels.map((title) => ({ value: title, title })))
  const label = { name: 'label', title: 'ask', type: 'enum', choices } as const
  scopeBind(registry.registered, { scope })([
    command('Delete a label', { args: [label] }),
    command('Put a label on', { args: [{ ...label, open: true }] }),
  ])
  await type('label')
  const isDisabled = (name: string) =>
    options()
      .find(({ textContent }) => textContent.includes(name))
      ?.getAttribute('aria-disabled')
  expect(isDisabled('Delete a label')).toBe('true')
  expect(isDisabled('Put a label on')).toBe('false')
  // Called by a key, it prompts.
  scopeBind(registry.commandInvoked, { scope })({ id: 'test:delete-a-label', source: 'keyboard' })
  await expect.poll(() => document.querySelector('.palette-none')?.textContent).toBe('palette.none.choices')

  scopeBind(labelsChanged, { scope })(['later'])
  await expect.poll(() => options().map(({ textContent }) => textContent)).toEqual(['later'])
  expect(document.querySelector('.palette-none')).toBeNull()
})

const preview = () => document.querySelector('.palette-preview')

test('beside the list stands what the selected row would touch, once it was selected for a moment', async () => {
  scopeBind(registry.registered, { scope })([
    command('Star or unstar', { id: 'entry:star', target: 'entries' }),
  ])
  scopeBind(targetsChanged, { scope })({ ...scope.getState($targets), entries: () => ['0', '1', '2'] })
  await type('star')
  await expect.poll(() => preview()?.textContent).toContain('A second title')
  expect(preview()?.querySelector('h3')?.textContent).toBe('Star or unstar')
  expect(preview()?.querySelectorAll('.palette-preview-entries time')).toHaveLength(2)
  expect(preview()?.querySelector('.palette-preview-more')).not.toBeNull()
  const before = preview()?.textContent
  const input = box() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'undo')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitUntil(() => selected()?.textContent?.includes('Undo') === true, { interval: 1 })
  expect(preview()?.textContent).toBe(before)
  // A row without more says why it cannot run.
  await expect.poll(() => preview()?.querySelector('.palette-preview-missing')?.textContent).toBeTruthy()
})

test('all results are listed as a timeline, from which the box opens with its text again', async () => {
  const searched: unknown[] = []
  scopeBind(registry.registered, { scope })([
    command('Open a search', {
      id: 'search:open',
      args: [{ name: 'search', title: 'ask', type: 'query' }],
      run: ({ args }) => void searched.push(args['search']),
    }),
  ])
  await press('Enter', { altKey: true })
  expect(scope.getState($palette).open).toBe(true)
  await type('/pendulum is:unread')
  await press('Enter', { altKey: true })
  expect(searched).toEqual(['pendulum is:unread'])
  expect(scope.getState($palette).open).toBe(false)
  expect(scope.getState($listedResults)).toEqual({ text: '/pendulum is:unread', query: 'pendulum is:unread' })
  scopeBind(paletteOpened, { scope })({ text: '/pendulum is:unread' })
  await vi.waitUntil(() => box() !== null)
  expect(box()?.value).toBe('/pendulum is:unread')
})
