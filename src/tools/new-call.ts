/** `npm run new call RESOURCE.VERB`: its path, scope, schema, handler and a failing test. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { camel, pascal } from '../core/identifiers.ts'
import { insert, refuse, write, type Written } from './new-files.ts'
import { root } from './step.ts'

/** @throws when the name cannot be taken */
export function createCall(name: string): Written {
  const [, resource = '', verb = ''] =
    /^([a-z][A-Za-z]*)\.([a-z][A-Za-z]*)$/.exec(name) ??
    refuse(`A call is called resource.verb, not ${name}.`)
  const file = toKebabCase(resource)
  const record = `  '${name}': { input: z.object({}), output: envelope(z.object({})) },\n`
  const handler = `  '${name}': async () => {\n    throw new Error('Say here what ${name} does.')\n  },\n`
  return [
    insert(
      'src/contract/paths.ts',
      /\n\} as const/,
      // Closed to tokens by default.
      `\n  /** ours */\n  '${name}': ['POST', '/${file}/${toKebabCase(verb)}', null],`,
      'before',
    ),
    ...contractOf(resource, file, record),
    ...routesOf(resource, file, handler),
    write(
      `src/server/routes/${file}-${toKebabCase(verb)}.test.ts`,
      `import { expect, test } from 'vitest'
import { routes } from './index.ts'

test('${name} does what it is for', () => {
  expect(Object.keys(routes)).toContain('${name}')
  expect.fail('Say here what ${name} answers, also to a second user, and prove it.')
})
`,
    ),
  ]
}

function contractOf(resource: string, file: string, record: string): Written {
  const path = `src/contract/${file}.ts`
  const constant = `${camel(resource)}Calls`
  if (existsSync(join(root, path))) return [insert(path, /export const \w+Calls = \{\n/, record, 'after')]
  return [
    write(
      path,
      `import { z } from 'zod'\nimport { envelope } from './shapes.ts'\n\nexport const ${constant} = {\n${record}}\n`,
    ),
    insert(
      'src/contract/calls.ts',
      /import type \{ CallName \} from '.\/paths.ts'\n/,
      `import { ${constant} } from './${file}.ts'\n`,
      'after',
    ),
    insert('src/contract/calls.ts', /\n\} satisfies Record<CallName/, `\n  ...${constant},`, 'before'),
  ]
}

function routesOf(resource: string, file: string, handler: string): Written {
  const path = `src/server/routes/${file}.ts`
  const constant = `${camel(resource)}Routes`
  if (existsSync(join(root, path))) return [insert(path, /export const \w+Routes = \{\n/, handler, 'after')]
  return [
    write(
      path,
      `import type { Routes } from '../http/routes.ts'\n\n/** ${pascal(resource)}: say what they are. */\nexport const ${constant} = {\n${handler}} satisfies Routes\n`,
    ),
    insert(
      'src/server/routes/index.ts',
      /import type \{ Routes \} from '..\/http\/routes.ts'\n/,
      `import { ${constant} } from './${file}.ts'\n`,
      'after',
    ),
    insert(
      'src/server/routes/index.ts',
      /export const routes: Routes = \{\n/,
      `  ...${constant},\n`,
      'after',
    ),
  ]
}

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
