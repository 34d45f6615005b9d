import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { top } from './imports.ts'

const textOf = (path: string) => readFileSync(join(top, path), 'utf8')
const css = [
  'src/features/follow/follow.css',
  'src/ui/styles/components/dialog.css',
  'src/ui/styles/components/layout.css',
]
  .map(textOf)
  .join('')

/** Declarations of the first rule whose selectors include this one. */
const ruleOf = (selector: string) =>
  css
    .split('}')
    .find((rule) => rule.includes(`${selector},`) || rule.includes(`${selector} {`))
    ?.split('{')
    .at(-1) ?? ''

// These tests have no layout engine, so they check the rules of the stylesheet.
test('a long title of an entry cannot make the form wider than its dialog', () => {
  expect(textOf('src/features/follow/follow-form.tsx')).toContain('className="ui-stack" onSubmit')
  expect(ruleOf('.ui-stack')).toContain('grid-template-columns: minmax(0, 1fr)')
  expect(ruleOf('.follow-latest li > span')).toContain('min-width: 0')
})

test('what scrolls under the sticky buttons of a page is not seen through them', () => {
  expect(ruleOf('.ui-actions')).toContain('position: sticky')
  expect(ruleOf('.ui-actions')).toContain('background: var(--surface-reading)')
})
