/** `npm run new feature NAME`: a folder with a screen, its route, title, command, strings and a failing test. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { camel, pascal } from '../core/identifiers.ts'
import { addString, insert, refuse, sentence, write, type Written } from './new-files.ts'
import { root } from './step.ts'

/** @throws when the name cannot be taken */
export function createFeature(id: string): Written {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(id)) return refuse('A feature is called by a-z, digits and dashes.')
  const folder = `src/features/${id}`
  if (existsSync(join(root, folder))) return refuse(`${folder} exists already.`)
  const [name, component] = [camel(id), `${pascal(id)}Page`]
  return [
    write(
      `${folder}/feature.ts`,
      `import type { Feature } from '../feature.ts'

export const ${name}: Feature = {
  id: '${id}',
  screens: [{ path: '/${id}', titleKey: 'app:${name}.title', load: () => import('./${id}-page.tsx') }],
}
`,
    ),
    write(
      `${folder}/${id}-page.tsx`,
      `import { EmptyState, useTranslation } from '../../ui/index.ts'
import { Page } from '../shared/page/index.ts'

export default function ${component}() {
  const { t } = useTranslation('app')
  return (
    <Page title={t('${name}.title')}>
      <EmptyState title={t('${name}.empty')} />
    </Page>
  )
}
`,
    ),
    write(
      `${folder}/README.md`,
      `# ${id}

Say in a sentence what the user does here.

- Here: the screen.
- Not here: say what is next to it and where.
- May use: model, ui.
- Start reading: \`${id}-page.tsx\`.
`,
    ),
    write(
      `${folder}/${id}.test.ts`,
      `import { expect, test } from 'vitest'
import { allFeatures } from '../index.ts'

test('${id} does what it is for', () => {
  expect(allFeatures.map((feature) => feature.id)).toContain('${id}')
  expect.fail('Say here what ${id} is for, and prove it.')
})
`,
    ),
    insert(
      'src/features/index.ts',
      /import type \{ Feature \} from '.\/feature.ts'\n/,
      `import { ${name} } from './${id}/feature.ts'\n`,
      'after',
    ),
    insert('src/features/index.ts', /allFeatures: readonly Feature\[\] = \[\n/, `  ${name},\n`, 'after'),
    insert('tests/e2e/screen-addresses.ts', / {2}'\*': \(\) =>/, `  '/${id}': () => '/${id}',\n`, 'before'),
    ...addString('app', `${name}.title`, sentence(id)),
    ...addString('app', `${name}.empty`, 'Nothing is here yet.'),
  ]
}
