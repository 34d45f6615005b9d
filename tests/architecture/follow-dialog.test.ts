import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { top } from './imports.ts'

const css = readFileSync(join(top, 'src/features/follow/follow.css'), 'utf8')

/** Declarations of the first rule whose selectors include this one. */
const ruleOf = (selector: string) =>
  css
    .split('}')
    .find((rule) => rule.includes(`${selector},`) || rule.includes(`${selector} {`))
    ?.split('{')
    .at(-1) ?? ''

// These tests have no layout engine, so they check the rules of the stylesheet.
test('a long title of an entry cannot make the form wider than its dialog', () => {
  expect(ruleOf('.follow-form')).toContain('grid-template-columns: minmax(0, 1fr)')
  expect(ruleOf('.follow-latest li > span')).toContain('min-width: 0')
})

test('what scrolls under the sticky buttons is not seen through them', () => {
  expect(ruleOf('.follow-actions')).toContain('position: sticky')
  expect(ruleOf('.follow-actions')).toContain('background: var(--surface-raised)')
})
