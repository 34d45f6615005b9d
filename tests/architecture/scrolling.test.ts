/** What style sheets must not forget. No layout exists in unit tests: the rules are read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { top } from './imports.ts'

const sheets = ['src', 'plugins'].flatMap((folder) =>
  readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)

const rules = sheets.flatMap((sheet) =>
  [...readFileSync(join(top, sheet), 'utf8').matchAll(/([^{};/]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
  ),
)

/** Their content is the same for as long as they are seen, or they scroll the other way. */
const STEADY = [
  '.app-error',
  '.entry-note',
  '.keymap-differences',
  '.note-quote',
  '.palette-list',
  '.session-page',
  '.settings-access[data-scroll]',
  '.ui-menu',
  '.ui-state-detail',
  '.ui-toast-description',
  '.which-key',
]

test('a list or a page that scrolls reserves the room of its scroll bar, so that nothing moves when it overflows', () => {
  const scrolling = rules.filter(({ body }) => /overflow(-y)?: (auto|scroll);/.test(body))
  expect(scrolling.length).toBeGreaterThan(15)
  const without = scrolling
    .filter(({ body }) => !body.includes('scrollbar-gutter'))
    .map(({ selector }) => selector)
  expect(without.toSorted()).toEqual(STEADY)
})

test('menus and popovers have no animation: radix keeps what is closed until its animation ends, and may miss the end', () => {
  const ofRadix = rules.filter(({ selector }) => /\.ui-(menu|popover)(?![\w-])/.test(selector))
  expect(ofRadix.length).toBeGreaterThan(3)
  expect(ofRadix.filter(({ body }) => /animation(-name)?:/.test(body))).toEqual([])
})
