import { expect, test } from 'vitest'
import { contrastOf } from '../../src/plugin-host/styles/contrast.ts'
import { unreadableText } from '../../src/plugin-host/styles/theme-contrast.ts'
import { themes } from './colors.ts'

test.each(themes.map((theme) => [theme.id, theme] as const))('the text of %s can be read', (_, theme) => {
  expect(unreadableText(theme)).toBeNull()
})

test('text in high contrast has at least 7:1 on the surfaces for reading and lists (WCAG 1.4.6)', () => {
  for (const { mode, tokens } of themes.filter(({ id }) => id.startsWith('high-contrast')))
    for (const ink of ['ink', 'ink-secondary', 'ink-muted'] as const)
      for (const surface of ['surface-reading', 'surface-list', 'surface-sidebar'] as const)
        expect(
          contrastOf(tokens[ink] ?? '', tokens[surface] ?? '', mode === 'light' ? '#fff' : '#000'),
        ).toBeGreaterThanOrEqual(7)
})
